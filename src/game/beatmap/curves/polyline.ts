/** A curve as straight pieces, before it is fitted to the slider's length. */
export interface Polyline {
  readonly xs: number[];
  readonly ys: number[];
  /** Length that lazer loses when it thins out a Catmull curve; it still counts (rule SP4). */
  omittedLength: number;
  /** Vertices that are not connected to the vertex before them: the ball jumps there in no time (rule SP9). */
  readonly jumps: Set<number>;
}

/** Receives the vertices of a curve in order. */
export type EmitVertex = (x: number, y: number) => void;
