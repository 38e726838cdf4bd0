/** The directions of movements: 0 is to the right, and each further one 45 degrees more clockwise. */
export const directionCount = 8;

/** Where the bins of the distance between two objects begin, in osu! pixels. */
export const spacingEdges = [0, 40, 80, 120, 160, 220, 300] as const;

/** Where the bins of the tempo begin: the BPM at which the interval between two objects is a quarter of a beat. */
export const tempoEdges = [0, 60, 90, 120, 150, 180, 200, 220, 240, 270] as const;

/** The parts of a play, of equal length from the first object to the last. */
export const playParts = 10;

/** The last bin that begins at or below a value. */
export function binOf(edges: readonly number[], value: number): number {
  return Math.max(
    0,
    edges.findLastIndex((edge) => edge <= value),
  );
}

/** The index of the direction that is nearest to a movement. */
export function directionOf(dx: number, dy: number): number {
  const eighths = Math.round((Math.atan2(dy, dx) * directionCount) / (2 * Math.PI));
  return (eighths + directionCount) % directionCount;
}
