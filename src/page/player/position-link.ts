import { parseTime, timeText } from '../submit/clip.ts';

/** The position in the video that the query of a link names, in milliseconds; null if it names none. */
export function positionOf(search: string): number | null {
  const seconds = parseTime(new URLSearchParams(search).get('t') ?? '') ?? null;
  return seconds === null || seconds < 0 ? null : seconds * 1000;
}

/** A link to the page of a video, at a position in it. */
export interface PositionLink {
  readonly url: string;
  /** The position in the video, in milliseconds, of a song time. */
  positionAt(t: number): number;
}

/** The address of a position, as `positionOf` reads it, to the tenth of a second before it. */
export function addressOf({ url, positionAt }: PositionLink, t: number): string {
  return `${url}?t=${timeText(Math.floor(Math.max(0, positionAt(t)) / 100) / 10)}`;
}
