/** Song time in milliseconds. A value in any other unit of time has that unit in its name. */
export type Millis = number;

/** A point on the 512×384 playfield, in osu! pixels, y pointing down. */
export interface OsuPoint {
  readonly x: number;
  readonly y: number;
}

/** A colour with channels from 0 to 255. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}
