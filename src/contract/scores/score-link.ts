/** A score on osu!, as a client names it. */
export interface ScoreReference {
  /** Decimal digits without leading zeros. */
  readonly id: string;
  /** Whether the id is one of the ids that each game mode counted by itself, as in /scores/osu/123. */
  readonly isLegacy: boolean;
}

const link =
  /^(?:https?:\/\/)?(?:osu|www|lazer)\.ppy\.sh\/scores\/(?:(osu)\/)?([1-9]\d{0,18})(?:\/download)?\/?(?:[?#].*)?$/i;

/**
 * Reads the id of a score, or a link to its page: https://osu.ppy.sh/scores/123, or https://osu.ppy.sh/scores/osu/123 for older
 * ones. Null for any other text, such as a link to a score of another game mode.
 */
export function parseScore(text: string): ScoreReference | null {
  const trimmed = text.trim();
  if (/^[1-9]\d{0,18}$/.test(trimmed)) return { id: trimmed, isLegacy: false };
  return parseScoreLink(trimmed);
}

/** Like `parseScore`, but only for links: text that is pasted into the page may be anything, so a number alone does not count. */
export function parseScoreLink(text: string): ScoreReference | null {
  const match = text.length > 200 ? null : link.exec(text.trim());
  return match && { id: match[2] ?? '', isLegacy: match[1] !== undefined };
}
