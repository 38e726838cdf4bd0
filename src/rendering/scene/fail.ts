import { rateAt } from '../../game/beatmap/index.ts';
import type { Play } from '../../game/play/index.ts';
import type { Millis } from '../../game/units.ts';
import { progressBetween } from './animation/easing.ts';
import type { DisplayList } from './display-list/display-list.ts';
import type { Viewport } from './viewport.ts';

/** How a play that failed comes to its end: the song slows down evenly until it stands still, and the field with it. */
export interface Fail {
  /** Song time that has been reached. */
  readonly songTime: Millis;
  /** When it failed: the objects of that moment fall, and no others come. */
  readonly failedAt: Millis;
  /** How far the objects have come down, 0 to 1. */
  readonly fallen: number;
  /** How much of its time has passed, 0 to 1. */
  readonly progress: number;
}

/** Real milliseconds until the song stands still. */
export const failLengthMs = 2500;

const flashMs = 1000;
const red = { r: 255, g: 0, b: 0 };
const black = { r: 0, g: 0, b: 0 };

/** What tells how a play ends. */
export interface Ending extends Pick<Play, 'failedAt'> {
  readonly map: Pick<Play['map'], 'songClock'>;
}

/** Null before a play has failed, and in one that does not. */
export function failAt({ failedAt, map }: Ending, t: Millis): Fail | null {
  if (failedAt === null || t < failedAt) return null;
  const length = failLengthMs * rateAt(map.songClock, failedAt);
  const progress = progressBetween(t, failedAt, failedAt + length);
  // The way of a speed that goes from 1 to 0 in a straight line.
  const way = progress - progress ** 2 / 2;
  return { songTime: failedAt + length * way, failedAt, fallen: 2 * way, progress };
}

/** Where the song is at a time of the show, and its part of its own speed: there and all of it, until a play fails. */
export function songAt(play: Ending, t: Millis): { readonly time: Millis; readonly pace: number } {
  const fail = failAt(play, t);
  return fail ? { time: fail.songTime, pace: 1 - fail.progress } : { time: t, pace: 1 };
}

/** A flash of red, and everything loses half of its light. */
export function drawFail(list: DisplayList, { widthPx, heightPx }: Viewport, { progress }: Fail): void {
  const screen = { left: 0, top: 0, width: widthPx, height: heightPx };
  list.fill(screen, { colour: black, alpha: progress / 2 });
  list.fill(screen, {
    colour: red,
    alpha: 0.6 * (1 - progressBetween(progress * failLengthMs, 0, flashMs)),
    additive: true,
  });
}
