import {
  addAt,
  bandPass,
  createRandom,
  decaying,
  gained,
  lowPass,
  mixed,
  noise,
  normalised,
  type Sound,
  saw,
  shaped,
  silence,
  tone,
} from '../../synth/index.ts';
import { bell, falling } from './strokes.ts';

/** Notes in sequence, each ringing into the next. */
function melody(notes: readonly number[], stepSeconds: number, halfLife: number): Sound {
  const ring = halfLife * 9;
  const out = silence(notes.length * stepSeconds + ring);
  for (const [i, hertz] of notes.entries()) {
    const partials = [
      [hertz, 1],
      [hertz * 2, 0.35],
      [hertz * 3, 0.12],
    ] as const;
    addAt(out, bell(partials, { seconds: ring, halfLife }), i * stepSeconds);
  }
  return out;
}

/** Applause: hundreds of hands with individual tempos, with a quick attack and a slow decay. */
function applause(seconds: number): Sound {
  const random = createRandom(301);
  const out = silence(seconds);
  const claps = Array.from({ length: 24 }, (_, i) => {
    const hands = bandPass(noise(0.06, 310 + i), 700 + random() * 1500, 1.2 + random());
    return shaped(hands, decaying(0.0008, 0.006 + random() * 0.006));
  });
  for (let person = 0; person < 70; person++) {
    const pace = 0.16 + random() * 0.12;
    const distance = 0.25 + random() * 0.75;
    const stops = seconds * (0.55 + random() * 0.45);
    for (let at = random() * 0.5; at < stops; at += pace * (0.9 + random() * 0.2)) {
      const eager = Math.min(1, at / 0.5) * (1 - (at / seconds) ** 2);
      addAt(out, claps[Math.floor(random() * claps.length)]!, at, distance * eager);
    }
  }
  return out;
}

/** Sounds of sections, fails and results. */
export const cues: Readonly<Record<string, () => Sound>> = {
  sectionpass: () => normalised(melody([659.3, 830.6, 987.8, 1318.5], 0.085, 0.11), { peakDb: -9, fadeSeconds: 0.1 }),
  sectionfail: () => normalised(melody([440, 349.2, 293.7], 0.13, 0.11), { peakDb: -9, fadeSeconds: 0.1 }),
  failsound: () =>
    normalised(
      mixed(
        lowPass(shaped(tone(1.8, falling(392, 49, 0.32), saw(8)), decaying(0.004, 0.4)), falling(2600, 220, 0.3)),
        gained(shaped(lowPass(noise(1.8, 305), 900), decaying(0.002, 0.12)), 0.5),
      ),
      { peakDb: -8, fadeSeconds: 0.4 },
    ),
  applause: () => normalised(applause(4.5), { peakDb: -9, fadeSeconds: 1.2 }),
};
