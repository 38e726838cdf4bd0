/** Maps progress, 0 to 1, to the fraction of the change that is done. */
export type Easing = (progress: number) => number;

export const linear: Easing = (progress) => progress;
export const inQuad: Easing = (progress) => progress * progress;
export const outQuad: Easing = (progress) => progress * (2 - progress);
export const outQuint: Easing = (progress) => 1 - (1 - progress) ** 5;
export const outSine: Easing = (progress) => Math.sin((progress * Math.PI) / 2);

/** Limits a value to 0 to 1. */
export function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

/** Interpolates linearly. */
export function lerp(from: number, to: number, amount: number): number {
  return from + (to - from) * amount;
}

/** The progress of t between two times: 0 before, 1 after. */
export function progressBetween(t: number, from: number, to: number): number {
  if (t >= to) return 1;
  return t <= from ? 0 : (t - from) / (to - from);
}
