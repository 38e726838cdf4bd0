/** Song time in milliseconds. Any other unit of time is in the name of the value that has it. */
export type Millis = number;

/** A point of the 512×384 playfield, in osu! pixels, y down. */
export interface OsuPoint {
  readonly x: number;
  readonly y: number;
}

/** A colour, 0 to 255 a channel. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}
