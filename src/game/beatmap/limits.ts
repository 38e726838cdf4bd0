/** Maximum sizes of one map. Real maps stay far below; a file above any of them fails with `beatmap/too-large`. */
export const limits = {
  maxFileBytes: 32 * 1024 * 1024,
  maxLineChars: 64 * 1024,
  maxLines: 600_000,
  maxObjects: 100_000,
  maxTimingPoints: 100_000,
  maxSlides: 9_000,
  maxPointsPerSlider: 10_000,
  /** Path vertices of all sliders together, after flattening. */
  maxVertices: 1_000_000,
  /** Ticks, repeats and ends of all sliders together. */
  maxSliderPoints: 100_000,
  /** Ticks in one span, as in the game. */
  maxTicksPerSpan: 32_768,
  /** Point additions while flattening curves; each halving of a Bézier costs the square of its number of points. */
  maxCurveSteps: 100_000_000,
  /** Pairs of objects compared while stacking. */
  maxStackSteps: 20_000_000,
} as const;

/** The game's own limit; coordinates beyond it are clamped. */
export const maxCoordinate = 131_072;

/** In osu! pixels; a hundred times the length that maps with absurd sliders use. */
export const maxSliderLength = 16 * 1024 * 1024;

/** The game stores times as 32-bit integers. */
export const maxTime = 2 ** 31 - 1;
