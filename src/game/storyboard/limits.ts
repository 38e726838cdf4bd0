/** What one storyboard may cost; beyond any of these it is refused as `storyboard/too-large`. */
export const limits = {
  fileBytes: 10 * 1024 * 1024,
  lineChars: 64 * 1024,
  lines: 600_000,
  elements: 100_000,
  /** Changes of one number each: a move is two, a colour three. */
  commands: 2_000_000,
} as const;

/** Times are 32-bit in the game. */
export const maxTime = 2 ** 31 - 1;

/** No picture is moved further or scaled larger. */
export const maxValue = 1e9;
