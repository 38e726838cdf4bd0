import {
  bandPass,
  gained,
  looped,
  mixed,
  noise,
  type Sound,
  shaped,
  sound,
  tone,
  withPeak,
} from '../../synth/index.ts';

/** A loop lasts one second, so a tone with a whole number of hertz loops without a click. */
const loopSeconds = 1;
const overlapSeconds = 0.2;

/** Noise around a pitch, with a whole number of amplitude cycles per loop. */
function rush(hertz: number, { q, swells, depth, seed }: { q: number; swells: number; depth: number; seed: number }) {
  const seconds = loopSeconds + overlapSeconds;
  return looped(
    shaped(
      bandPass(noise(seconds, seed), hertz, q),
      (t) => 1 - depth * (0.5 + 0.5 * Math.cos(2 * Math.PI * swells * t)),
    ),
    loopSeconds,
  );
}

/** A tone with a whole number of hertz and of vibrato cycles. */
function hum(hertz: number, tremble: number): Sound {
  const steady = tone(loopSeconds, hertz);
  return shaped(steady, (t) => 0.8 + 0.2 * Math.sin(2 * Math.PI * tremble * t));
}

/** Sounds that loop while a slider is followed or a spinner turns. */
export const loops: Readonly<Record<string, () => Sound>> = {
  'normal-sliderslide': () => withPeak(rush(1700, { q: 1.2, swells: 8, depth: 0.35, seed: 201 }), -22),
  'normal-sliderwhistle': () => withPeak(mixed(hum(1318, 6), gained(hum(2636, 6), 0.3)), -22),
  'soft-sliderslide': () => withPeak(rush(1100, { q: 1.6, swells: 6, depth: 0.3, seed: 211 }), -25),
  'soft-sliderwhistle': () => withPeak(mixed(hum(1046, 5), gained(hum(2092, 5), 0.2)), -25),
  'drum-sliderslide': () => withPeak(rush(2600, { q: 1, swells: 16, depth: 0.7, seed: 221 }), -22),
  'drum-sliderwhistle': () => withPeak(mixed(hum(880, 12), gained(hum(1320, 12), 0.4)), -23),
  spinnerspin: () =>
    withPeak(
      mixed(
        rush(620, { q: 1.4, swells: 8, depth: 0.6, seed: 231 }),
        gained(rush(2400, { q: 2, swells: 8, depth: 0.8, seed: 232 }), 0.35),
        sound(loopSeconds, (t) => 0.12 * Math.sin(2 * Math.PI * 220 * t) * (0.6 + 0.4 * Math.sin(2 * Math.PI * 8 * t))),
      ),
      -15,
    ),
};
