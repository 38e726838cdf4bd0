import { rateAt } from '../../game/beatmap/index.ts';
import type { Play } from '../../game/play/index.ts';
import type { Millis } from '../../game/units.ts';
import { progressBetween } from './animation/easing.ts';
import type { DisplayList } from './display-list/display-list.ts';
import type { Viewport } from './viewport.ts';

/** The state of a failed play: the song slows down evenly to a stop while the objects fall. */
export interface FailState {
  /** The song time reached. */
  readonly songTime: Millis;
  /** When it failed: the objects visible then fall, and no others appear. */
  readonly failedAt: Millis;
  /** How far the objects have fallen, 0 to 1. */
  readonly fallen: number;
  /** The progress of the animation, 0 to 1. */
  readonly progress: number;
}

/** Real milliseconds until the song stops. */
export const failLengthMs = 2500;

const flashMs = 1000;
const red = { r: 255, g: 0, b: 0 };
const black = { r: 0, g: 0, b: 0 };

/** The part of a play that decides how it ends. */
export interface FailInput extends Pick<Play, 'failedAt'> {
  readonly map: Pick<Play['map'], 'songClock'>;
}

/** The fail animation's state; null before a fail and in plays that pass. */
export function failAt({ failedAt, map }: FailInput, t: Millis): FailState | null {
  if (failedAt === null || t < failedAt) return null;
  const length = failLengthMs * rateAt(map.songClock, failedAt);
  const progress = progressBetween(t, failedAt, failedAt + length);
  // The distance covered at a speed that falls linearly from 1 to 0.
  const distance = progress - progress ** 2 / 2;
  return { songTime: failedAt + length * distance, failedAt, fallen: 2 * distance, progress };
}

/** The song's position and relative speed at a scene time: unchanged until the play fails. */
export function songPosition(play: FailInput, t: Millis): { readonly time: Millis; readonly pace: number } {
  const fail = failAt(play, t);
  return fail ? { time: fail.songTime, pace: 1 - fail.progress } : { time: t, pace: 1 };
}

/** Draws a red flash and darkens everything by half. */
export function drawFail(list: DisplayList, { widthPx, heightPx }: Viewport, { progress }: FailState): void {
  const screen = { left: 0, top: 0, width: widthPx, height: heightPx };
  list.fill(screen, { colour: black, alpha: progress / 2 });
  list.fill(screen, {
    colour: red,
    alpha: 0.6 * (1 - progressBetween(progress * failLengthMs, 0, flashMs)),
    additive: true,
  });
}
