/** What one map may cost. Real maps stay far below; a file beyond any of these is refused as `beatmap/too-large`. */
export const limits = {
  fileBytes: 32 * 1024 * 1024,
  lineChars: 64 * 1024,
  lines: 600_000,
  objects: 100_000,
  timingPoints: 100_000,
  slides: 9_000,
  pointsPerSlider: 10_000,
  /** Flattened path vertices of all sliders together. */
  vertices: 1_000_000,
  /** Ticks, repeats and ends of all sliders together. */
  sliderPoints: 100_000,
  /** Ticks within one span, as in the game. */
  ticksPerSpan: 32_768,
  /** Point additions spent on flattening curves; a Bézier costs the square of its points at each halving. */
  curveSteps: 100_000_000,
  /** Pairs of objects compared while stacking. */
  stackSteps: 20_000_000,
} as const;

/** The game's own bound for a coordinate; what lies beyond is brought to it. */
export const maxCoordinate = 131_072;

/** In osu! pixels; a hundred times what a map with absurd sliders uses. */
export const maxSliderLength = 16 * 1024 * 1024;

/** Times are 32-bit in the game. */
export const maxTime = 2 ** 31 - 1;
