import { addAt, type Sound, sampleRate, silence, softClipped, withPeak } from '../../synth/index.ts';
import { barCount, barsOf, beatMs, beatsPerBar, melody, sectionOf, songSeconds } from '../arrangement.ts';
import { chordKeys, hertzOf, keyAbove } from './harmony.ts';
import { bass, crash, hat, kick, lead, pad, pluck, riser, snare } from './instruments.ts';

interface Stereo {
  readonly left: Sound;
  readonly right: Sound;
}

const beatSeconds = beatMs / 1000;
const barSeconds = beatSeconds * beatsPerBar;
/** The last notes decay after the last bar. */
const tailSeconds = 1.2;

/** The whole song: interleaved samples of both channels. */
export function playSong(): Float32Array {
  const kicks = kickTimes();
  const backing = duck(mixOf(playPads(), playArpeggio(), playBass()), kicks);
  const { left, right } = mixOf(backing, echoed(playMelody()), playDrums(kicks), playRisers());
  return withPeak(softClipped(withPeak(interleaved(left, right), 0), 1.6), -3);
}

function newTrack(): Stereo {
  return { left: silence(songSeconds + tailSeconds), right: silence(songSeconds + tailSeconds) };
}

/** Equal-power panning from -1 (left) to 1 (right). */
function addTo(
  { left, right }: Stereo,
  sound: Sound,
  seconds: number,
  { gain, pan = 0 }: { gain: number; pan?: number },
) {
  const turn = ((pan + 1) * Math.PI) / 4;
  addAt(left, sound, seconds, gain * Math.cos(turn) * Math.SQRT2);
  addAt(right, sound, seconds, gain * Math.sin(turn) * Math.SQRT2);
}

function mixOf(...tracks: readonly Stereo[]): Stereo {
  const mix = newTrack();
  for (const { left, right } of tracks) {
    addAt(mix.left, left, 0);
    addAt(mix.right, right, 0);
  }
  return mix;
}

/** Caches sounds that are used repeatedly. */
function remembered<Key extends number | string>(make: (key: Key) => Sound): (key: Key) => Sound {
  const made = new Map<Key, Sound>();
  return (key) => {
    const sound = made.get(key) ?? make(key);
    made.set(key, sound);
    return sound;
  };
}

function everyBar(play: (bar: number, part: ReturnType<typeof sectionOf>, seconds: number) => void): void {
  for (let bar = 0; bar < barCount; bar++) play(bar, sectionOf(bar), bar * barSeconds);
}

function playPads(): Stereo {
  const track = newTrack();
  const chords = [0.0016, -0.0021].map((detune) =>
    remembered((chord: number) => pad(chordKeys(chord).map(hertzOf), barSeconds + 0.3, detune)),
  );
  everyBar((bar, part, seconds) => {
    const gain = part === 'verse' ? 0.3 : part === 'chorus' ? 0.42 : 0.48;
    for (const [side, chord] of chords.entries()) {
      addTo(track, chord(bar % 4), seconds, { gain, pan: side === 0 ? -0.8 : 0.8 });
    }
  });
  return track;
}

const upAndDown = [0, 1, 2, 3, 2, 1, 2, 3] as const;

function playArpeggio(): Stereo {
  const track = newTrack();
  const note = remembered((key: number) => pluck(hertzOf(key)));
  everyBar((bar, part, seconds) => {
    if (part === 'ending') return;
    const steps = part === 'chorus' ? 16 : 8;
    const gain = { intro: 0.34, verse: 0.16, pause: 0.3, chorus: 0.2, spin: 0.22 }[part];
    for (let step = 0; step < steps; step++) {
      const key = chordKeys(bar)[upAndDown[step % 8]!]! + 12;
      addTo(track, note(key), seconds + (step * barSeconds) / steps, { gain, pan: step % 2 === 0 ? -0.5 : 0.5 });
    }
  });
  return track;
}

function playBass(): Stereo {
  const track = newTrack();
  const note = remembered((key: number) => bass(hertzOf(key), beatSeconds * 0.46));
  const long = remembered((key: number) => bass(hertzOf(key), barSeconds));
  everyBar((bar, part, seconds) => {
    const root = keyAbove(bar, 0) - 24;
    if (part === 'intro') return;
    if (part === 'pause' || part === 'ending') {
      addTo(track, long(root), seconds, { gain: 0.3 });
      return;
    }
    for (let eighth = 0; eighth < 8; eighth++) {
      const key = root + (eighth % 4 === 3 ? 12 : 0);
      addTo(track, note(key), seconds + (eighth * beatSeconds) / 2, { gain: 0.42 });
    }
  });
  return track;
}

function playMelody(): Stereo {
  const track = newTrack();
  const voice = remembered((name: string) => {
    const [key, length] = name.split(' ').map(Number) as [number, number];
    return lead(hertzOf(key), length * beatSeconds * 0.92);
  });
  for (const { bar, beat, step, length } of melody) {
    const gain = sectionOf(bar) === 'chorus' ? 0.32 : 0.26;
    addTo(track, voice(`${keyAbove(bar, step) + 12} ${length}`), beat * beatSeconds, { gain });
  }
  return track;
}

/** Each echo comes three quarters of a beat later, quieter, and from the other side. */
function echoed({ left, right }: Stereo): Stereo {
  const delay = Math.round(beatSeconds * 0.75 * sampleRate);
  const out = { left: left.slice(), right: right.slice() };
  for (let i = delay; i < left.length; i++) {
    out.left[i]! += out.right[i - delay]! * 0.34;
    out.right[i]! += out.left[i - delay]! * 0.22;
  }
  return out;
}

function kickTimes(): number[] {
  const times: number[] = [];
  everyBar((bar, part, seconds) => {
    const beats = { intro: [], pause: [], verse: [0, 1.5, 2], chorus: [0, 1, 2, 3], spin: [0, 1, 2, 3], ending: [] }[
      part
    ];
    const [first] = barsOf('pause').map((pause) => pause.first);
    const struck: readonly number[] = bar === first || part === 'ending' ? [0] : beats;
    times.push(...struck.map((beat) => seconds + beat * beatSeconds));
  });
  return times;
}

function playDrums(kicks: readonly number[]): Stereo {
  const track = newTrack();
  const [drum, wires, closed, open, splash] = [kick(), snare(), hat(false), hat(true), crash()] as const;
  for (const seconds of kicks) addTo(track, drum, seconds, { gain: 0.85 });
  everyBar((bar, part, seconds) => {
    const at = (beat: number) => seconds + beat * beatSeconds;
    if (part === 'verse' || part === 'chorus') {
      for (const beat of [1, 3]) addTo(track, wires, at(beat), { gain: 0.5 });
      for (let step = 0; step < 8; step++) {
        const isOpen = part === 'chorus' && step % 2 === 1;
        addTo(track, isOpen ? open : closed, at(step / 2), { gain: step % 2 === 0 ? 0.2 : 0.28, pan: 0.25 });
      }
    }
    // The drum roll during the spinner doubles its speed in the second bar.
    if (part === 'spin') {
      const hits = bar === barsOf('spin')[0]!.first ? 8 : 16;
      for (let hit = 0; hit < hits; hit++) {
        addTo(track, wires, at((hit * beatsPerBar) / hits), { gain: 0.16 + (0.3 * hit) / hits });
      }
    }
    const opensPart = [...barsOf('chorus'), ...barsOf('verse'), ...barsOf('ending')].some(({ first }) => first === bar);
    if (opensPart) addTo(track, splash, seconds, { gain: 0.28 });
  });
  return track;
}

/** A riser before each chorus. */
function playRisers(): Stereo {
  const track = newTrack();
  const sweep = riser(barSeconds * 2);
  for (const { first } of barsOf('chorus')) addTo(track, sweep, (first - 2) * barSeconds, { gain: 0.35 });
  return track;
}

/** Side-chain: all other instruments duck under the kick. */
function duck({ left, right }: Stereo, kicks: readonly number[]): Stereo {
  const gain = new Float32Array(left.length).fill(1);
  for (const seconds of kicks) {
    const start = Math.round(seconds * sampleRate);
    for (let i = 0; i < sampleRate * 0.3 && start + i < gain.length; i++) {
      gain[start + i] = 1 - 0.5 * Math.exp(-i / (0.09 * sampleRate));
    }
  }
  return { left: left.map((value, i) => value * gain[i]!), right: right.map((value, i) => value * gain[i]!) };
}

function interleaved(left: Sound, right: Sound): Float32Array {
  const out = new Float32Array(left.length * 2);
  for (let i = 0; i < left.length; i++) {
    out[i * 2] = left[i]!;
    out[i * 2 + 1] = right[i]!;
  }
  return out;
}
