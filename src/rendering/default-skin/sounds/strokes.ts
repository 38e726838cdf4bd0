import {
  addAt,
  bandPass,
  type Curve,
  decaying,
  gained,
  highPass,
  lowPass,
  mixed,
  noise,
  type Sound,
  shaped,
  silence,
  sine,
  square,
  tone,
  type Wave,
} from '../../synth/index.ts';

/** An exponential fall from one pitch to another. */
export const falling =
  (from: number, to: number, halfLifeSeconds: number): Curve =>
  (seconds) =>
    to + (from - to) * 2 ** (-seconds / halfLifeSeconds);

export interface Stroke {
  readonly seconds: number;
  /** The half-life of its decay. */
  readonly halfLife: number;
}

/** A struck solid body: a falling pitch with a short click. */
export function knock(pitch: Curve, { seconds, halfLife }: Stroke, click: { hertz: number; gain: number }): Sound {
  const body = shaped(tone(seconds, pitch), decaying(0.0006, halfLife));
  const stick = shaped(bandPass(noise(seconds, 11), click.hertz, 0.9), decaying(0.0004, 0.0045));
  return mixed(body, gained(stick, click.gain));
}

/** A bell: partials that decay faster the higher they are. */
export function bell(
  partials: readonly (readonly [hertz: number, gain: number])[],
  { seconds, halfLife }: Stroke,
  wave: Wave = sine,
): Sound {
  const lowest = Math.min(...partials.map(([hertz]) => hertz));
  return mixed(
    ...partials.map(([hertz, gain]) =>
      gained(shaped(tone(seconds, hertz, wave), decaying(0.0012, halfLife * Math.sqrt(lowest / hertz))), gain),
    ),
  );
}

/** Inharmonic ratios, like the modes of a metal plate. */
const plateModes = [1, 1.34, 1.71, 2.13, 2.48, 3.02] as const;

export function cymbal(lowest: number, { seconds, halfLife }: Stroke, seed: number): Sound {
  const hiss = shaped(highPass(noise(seconds, seed), lowest * 1.6), decaying(0.001, halfLife));
  const metal = mixed(...plateModes.map((mode) => tone(seconds, lowest * mode, square(5))));
  const ring = shaped(highPass(metal, lowest * 2), decaying(0.001, halfLife * 0.6));
  const edge = shaped(highPass(noise(seconds, seed + 1), 6000), decaying(0.0005, 0.02));
  return mixed(hiss, gained(ring, 0.1), gained(edge, 0.9));
}

/** A few hands slightly out of time, then reverberation. */
export function clap(hertz: number, { seconds, halfLife }: Stroke, seed: number): Sound {
  const out = silence(seconds);
  const hand = (length: number, fade: number, n: number) =>
    shaped(bandPass(noise(length, seed + n), hertz, 1.1), decaying(0.0005, fade));
  for (const [n, at] of [0, 0.008, 0.017].entries()) addAt(out, hand(0.03, 0.0035, n), at, 1 - n * 0.12);
  addAt(out, hand(seconds - 0.024, halfLife, 9), 0.024, 0.75);
  return out;
}

export function snare({ seconds, halfLife }: Stroke, seed: number): Sound {
  const skin = shaped(tone(seconds, falling(330, 190, 0.012)), decaying(0.0006, 0.03));
  const wires = shaped(highPass(lowPass(noise(seconds, seed), 9500), 1400), decaying(0.0006, halfLife));
  return mixed(gained(skin, 0.7), wires);
}
