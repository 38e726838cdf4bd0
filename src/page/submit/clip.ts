import type { SubmittedSettings } from '../../contract/settings/index.ts';

/** The part of a replay that the video shows, in seconds of the song; null: from its beginning or to its end. */
export interface Clip {
  readonly start: number | null;
  readonly end: number | null;
}

export const wholeReplay: Clip = { start: null, end: null };

/** Returns the settings with this clip. A clip belongs to one replay, so it is not stored with the other settings. */
export function withClip<Settings extends Pick<SubmittedSettings, 'settings'>>(
  options: Settings,
  { start, end }: Clip,
): Settings {
  const { clip_start = null, clip_end = null, ...settings } = options.settings;
  if (clip_start === start && clip_end === end) return options;
  return {
    ...options,
    settings: { ...settings, ...(start !== null && { clip_start: start }), ...(end !== null && { clip_end: end }) },
  };
}

/** What is wrong with each time of a clip, by its text of the page; null: nothing. */
export interface ClipProblems {
  readonly start: 'clipAfterEnd' | null;
  readonly end: 'clipOrder' | null;
}

/** The times of the song at which a replay starts and ends. */
export interface ReplaySpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Finds the clips of which no video can be made. */
export function clipProblems({ start, end }: Clip, { startSeconds, endSeconds }: ReplaySpan): ClipProblems {
  return {
    start: start !== null && start >= endSeconds ? 'clipAfterEnd' : null,
    end: end !== null && end <= (start ?? startSeconds) ? 'clipOrder' : null,
  };
}

/** How long the clip is in the song; null if it has no start or no end, or is empty. */
export function clipSeconds({ start, end }: Clip, { endSeconds }: ReplaySpan): number | null {
  if (start === null || end === null) return null;
  const seconds = Math.min(end, endSeconds) - start;
  return seconds > 0 ? seconds : null;
}

/** Reads a time such as 1:05.5, 65.5 or -2; null if the text is empty, undefined if it is not a time. */
export function parseTime(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const [, sign, minutes = '0', seconds = ''] = /^(-?)(?:(\d{1,3}):)?(\d{1,5}(?:\.\d{1,3})?)$/.exec(trimmed) ?? [];
  if (seconds === '' || (minutes !== '0' && Number(seconds) >= 60)) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(minutes) * 60 + Number(seconds));
}

/** Writes a time as `parseTime` reads it, to the millisecond, with the decimal sign of the language. */
export function timeText(seconds: number | null, decimalSign = '.'): string {
  if (seconds === null) return '';
  const ms = Math.round(Math.abs(seconds) * 1000);
  const rest = String((ms % 60_000) / 1000).replace('.', decimalSign);
  const padded = ms % 60_000 < 10_000 ? `0${rest}` : rest;
  return `${seconds < 0 ? '-' : ''}${Math.floor(ms / 60_000)}:${padded}`;
}
