/** The width and height of a picture, in its own pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}
