import { difficultyRange, type PlayableMap } from '../beatmap/index.ts';
import type { Millis } from '../units.ts';
import type { Result } from './play.ts';

/** The maximum time error for each result. */
export interface HitWindows {
  readonly great: Millis;
  readonly ok: Millis;
  readonly meh: Millis;
}

/** A press this far from the object's time, or further, does not judge the object (rule HW3). */
export const attemptWindowMs = 400;

/** Windows are whole milliseconds; a press exactly on the edge is outside (rule HW1). */
export function stableHitWindows(od: number): HitWindows {
  return {
    great: Math.trunc(difficultyRange(od, [80, 50, 20])),
    ok: Math.trunc(difficultyRange(od, [140, 100, 60])),
    meh: Math.trunc(difficultyRange(od, [200, 150, 100])),
  };
}

/**
 * Windows end half a millisecond before a whole one, so rounding a replay's times never changes a result (rule HW2).
 */
export function lazerHitWindows(od: number): HitWindows {
  return {
    great: Math.floor(difficultyRange(od, [80, 50, 20])) - 0.5,
    ok: Math.floor(difficultyRange(od, [140, 100, 60])) - 0.5,
    meh: Math.floor(difficultyRange(od, [200, 150, 100])) - 0.5,
  };
}

/** The windows of a map with mods, by the rules that judge it. */
export function hitWindowsOf({ rules, od }: Pick<PlayableMap, 'rules' | 'od'>): HitWindows {
  return rules === 'lazer' ? lazerHitWindows(od) : stableHitWindows(od);
}

export function judgeStablePress(windows: HitWindows, error: Millis): Result {
  const distance = Math.trunc(Math.abs(error));
  if (distance < windows.great) return 'great';
  if (distance < windows.ok) return 'ok';
  if (distance < windows.meh) return 'meh';
  return 'miss';
}

/** Returns null if the press is too far away to judge the object. */
export function judgeLazerPress(windows: HitWindows, error: Millis): Result | null {
  const distance = Math.abs(error);
  if (distance <= windows.great) return 'great';
  if (distance <= windows.ok) return 'ok';
  if (distance <= windows.meh) return 'meh';
  return distance <= attemptWindowMs ? 'miss' : null;
}
