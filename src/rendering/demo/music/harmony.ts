/** A natural minor, in semitones above its root. */
const scale = [0, 2, 3, 5, 7, 8, 10] as const;
const keyNote = 57;

/** The chord of each bar, as the step of the scale it stands on: four bars that go round. */
const roots = [0, 5, 2, 6] as const;

/** The number of a key on a piano (69 is the A of 440 Hz), so many steps of the scale above the bar's chord root. */
export function keyAbove(bar: number, step: number): number {
  const whole = roots[bar % roots.length]! + step;
  return keyNote + Math.floor(whole / scale.length) * 12 + scale[mod(whole, scale.length)]!;
}

/** Third, fifth and the rest lie two steps apart. */
export function chordKeys(bar: number): readonly number[] {
  return [0, 2, 4, 7].map((step) => keyAbove(bar, step));
}

export function hertzOf(key: number): number {
  return 440 * 2 ** ((key - 69) / 12);
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
