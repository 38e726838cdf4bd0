/** How a value gets from one end to the other: progress 0 to 1 in, the part of the way out. */
export type Easing = (progress: number) => number;

export const linear: Easing = (progress) => progress;
export const inQuad: Easing = (progress) => progress * progress;
export const outQuad: Easing = (progress) => progress * (2 - progress);
export const outSine: Easing = (progress) => Math.sin((progress * Math.PI) / 2);

export function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

export function lerp(from: number, to: number, amount: number): number {
  return from + (to - from) * amount;
}

/** How much of the time between two times has passed at t: 0 before, 1 after; nothing lies between equal times. */
export function progressBetween(t: number, from: number, to: number): number {
  if (t >= to) return 1;
  return t <= from ? 0 : (t - from) / (to - from);
}
