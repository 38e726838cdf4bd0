/** Maximum sizes of one storyboard; a file above any of them fails with `storyboard/too-large`. */
export const limits = {
  maxFileBytes: 10 * 1024 * 1024,
  maxLineChars: 64 * 1024,
  maxLines: 600_000,
  maxElements: 100_000,
  /** Changes of one property: a move counts as two, a colour as three. */
  maxCommands: 2_000_000,
} as const;

/** The game stores times as 32-bit integers. */
export const maxTime = 2 ** 31 - 1;

/** No meaningful position or scale is larger. */
export const maxValue = 1e9;
