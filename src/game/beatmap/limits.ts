/** Maximum sizes of one map. Real maps stay far below; a file above any of them fails with `beatmap/too-large`. */
export const limits = {
  fileBytes: 32 * 1024 * 1024,
  lineChars: 64 * 1024,
  lines: 600_000,
  objects: 100_000,
  timingPoints: 100_000,
  slides: 9_000,
  pointsPerSlider: 10_000,
  /** Path vertices of all sliders together, after flattening. */
  vertices: 1_000_000,
  /** Ticks, repeats and ends of all sliders together. */
  sliderPoints: 100_000,
  /** Ticks in one span, as in the game. */
  ticksPerSpan: 32_768,
  /** Point additions while flattening curves; each halving of a Bézier costs the square of its number of points. */
  curveSteps: 100_000_000,
  /** Pairs of objects compared while stacking. */
  stackSteps: 20_000_000,
} as const;

/** The game's own limit; coordinates beyond it are clamped. */
export const maxCoordinate = 131_072;

/** In osu! pixels; a hundred times the length that maps with absurd sliders use. */
export const maxSliderLength = 16 * 1024 * 1024;

/** The game stores times as 32-bit integers. */
export const maxTime = 2 ** 31 - 1;
