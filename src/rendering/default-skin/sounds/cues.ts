import {
  addAt,
  bandPass,
  createRandom,
  finished,
  gained,
  lowPass,
  mixed,
  noise,
  type Sound,
  saw,
  shaped,
  silence,
  struck,
  tone,
} from '../../synth/index.ts';
import { bell, falling } from './strokes.ts';

/** One note after the other, each ringing on into the next. */
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

/** Hundreds of hands that each clap at a pace of their own; the crowd swells up quickly and tires slowly. */
function applause(seconds: number): Sound {
  const random = createRandom(301);
  const out = silence(seconds);
  const claps = Array.from({ length: 24 }, (_, i) => {
    const hands = bandPass(noise(0.06, 310 + i), 700 + random() * 1500, 1.2 + random());
    return shaped(hands, struck(0.0008, 0.006 + random() * 0.006));
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

/** What sections and endings sound like. */
export const cues: Readonly<Record<string, () => Sound>> = {
  sectionpass: () => finished(melody([659.3, 830.6, 987.8, 1318.5], 0.085, 0.11), { peakDb: -9, fadeSeconds: 0.1 }),
  sectionfail: () => finished(melody([440, 349.2, 293.7], 0.13, 0.11), { peakDb: -9, fadeSeconds: 0.1 }),
  failsound: () =>
    finished(
      mixed(
        lowPass(shaped(tone(1.8, falling(392, 49, 0.32), saw(8)), struck(0.004, 0.4)), falling(2600, 220, 0.3)),
        gained(shaped(lowPass(noise(1.8, 305), 900), struck(0.002, 0.12)), 0.5),
      ),
      { peakDb: -8, fadeSeconds: 0.4 },
    ),
  applause: () => finished(applause(4.5), { peakDb: -9, fadeSeconds: 1.2 }),
};
