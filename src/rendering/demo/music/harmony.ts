/** A natural minor, in semitones above its root. */
const scale = [0, 2, 3, 5, 7, 8, 10] as const;
const keyNote = 57;

/** The chord of each bar by its scale degree: a progression of four bars. */
const roots = [0, 5, 2, 6] as const;

/** The MIDI note number (69 is A at 440 Hz) of a scale step above the bar's chord root. */
export function keyAbove(bar: number, step: number): number {
  const whole = roots[bar % roots.length]! + step;
  return keyNote + Math.floor(whole / scale.length) * 12 + scale[mod(whole, scale.length)]!;
}

/** The notes of a chord are two scale steps apart. */
export function chordKeys(bar: number): readonly number[] {
  return [0, 2, 4, 7].map((step) => keyAbove(bar, step));
}

export function hertzOf(key: number): number {
  return 440 * 2 ** ((key - 69) / 12);
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
