import { ballAt, type PlayableSlider, type SliderPoint } from '../beatmap/index.ts';
import { followAreaRadii, type SliderPlay } from '../play/index.ts';
import type { Millis } from '../units.ts';
import { cursorAt, isHeld, isRecorded } from './cursor-path.ts';
import type { Evidence } from './evidence.ts';
import { followedInstead } from './locking-object.ts';
import { resultOf } from './meant-presses.ts';
import type { Finding } from './mistake.ts';

/** A missed tick, repeat or end of a slider. */
export interface MissedPoint {
  readonly slider: PlayableSlider;
  readonly played: SliderPlay;
  readonly point: SliderPoint;
  /** When the play judged it: at the first frame from the point's time on. */
  readonly missedAt: Millis | null;
}

/** Why a slider's tick, repeat or end was missed (rules MC8 to MC11). */
export function pointCause(evidence: Evidence, missed: MissedPoint): Finding {
  const { slider, played, point } = missed;
  const { headJudgedAt, headResult } = played;
  const followed = followedInstead(evidence.play, slider, point.judgedAt);
  if (followed !== null && couldFollow(evidence, missed)) return { cause: 'note-lock', blockedBy: followed };
  const isHeadHit = headJudgedAt !== null && headResult !== 'miss';
  if (isHeadHit && headJudgedAt > point.judgedAt) return lateHead(evidence, missed, headJudgedAt);
  const leftAt = lastFollowedUntil(missed, isHeadHit ? Math.max(slider.startTime, headJudgedAt) : slider.startTime);
  if (leftAt !== null) return leftBall(evidence, missed, { leftAt, reachRadii: followAreaRadii });
  if (!isHeadHit) return withoutHead(evidence, missed);
  if (followed !== null) return leftBall(evidence, missed, { leftAt: point.judgedAt, reachRadii: followAreaRadii });
  if (isTooLateToFollow(evidence, slider, headJudgedAt)) return lateHead(evidence, missed, headJudgedAt);
  return leftBall(evidence, missed, { leftAt: Math.max(slider.startTime, headJudgedAt), reachRadii: 1 });
}

/**
 * Whether the time of a head's press is why the ball was not followed. A press that is late by less than the great window is
 * exact enough, unless the ball was out of reach even for a cursor in the middle of the head.
 */
function isTooLateToFollow(evidence: Evidence, slider: PlayableSlider, pressedAt: Millis): boolean {
  const error = pressedAt - slider.startTime;
  if (error <= 0) return false;
  const ball = ballAt(slider, pressedAt);
  const movedPx = Math.hypot(ball.x - slider.at.x, ball.y - slider.at.y);
  return resultOf(evidence, error) !== 'great' || movedPx > evidence.radius;
}

/** Whether the ball would have been followed at the point's time, had stable not followed another one. */
function couldFollow(evidence: Evidence, { slider, point }: MissedPoint): boolean {
  const { frames, radius, relax } = evidence;
  const ball = ballEvidence(evidence, slider, point.judgedAt);
  if (ball === null || ball.distancePx > radius * followAreaRadii) return false;
  return relax || isHeld(frames, point.judgedAt);
}

/** When the ball was left for the last time before the point was judged; null if it was never followed after `since`. */
function lastFollowedUntil({ played: { tracking }, point, missedAt }: MissedPoint, since: Millis): Millis | null {
  let until: Millis | null = null;
  for (let i = 0; i + 1 < tracking.length && tracking[i]! <= point.judgedAt; i += 2) {
    if (tracking[i + 1]! > since) until = tracking[i + 1]!;
  }
  // Once its last point is judged, stable shows the ball as followed to the end of the slider, wherever the cursor is.
  return until === null || missedAt === null ? until : Math.min(until, missedAt);
}

interface Leaving {
  readonly leftAt: Millis;
  /** How far from the ball the cursor could be: a ball that is not followed yet has a smaller area. */
  readonly reachRadii: number;
}

function leftBall(evidence: Evidence, { slider, point }: MissedPoint, { leftAt, reachRadii }: Leaving): Finding {
  const { frames, radius } = evidence;
  // The ball is left at a frame: the time before it must be recorded too.
  const range = { from: Math.min(leftAt - 1, point.judgedAt), to: Math.max(leftAt, point.judgedAt) };
  const ball = ballEvidence(evidence, slider, leftAt);
  if (ball === null || !isRecorded(evidence, range)) return { cause: 'unknown' };
  const isInside = ball.distancePx <= radius * reachRadii;
  return { cause: 'slider-left', ...ball, released: isInside || !isHeld(frames, leftAt) };
}

function lateHead(evidence: Evidence, { slider }: MissedPoint, pressedAt: Millis): Finding {
  const ball = ballEvidence(evidence, slider, pressedAt);
  if (ball === null) return { cause: 'unknown' };
  return { cause: 'slider-late-head', errorMs: pressedAt - slider.startTime, ...ball, press: ball.cursor };
}

/** Neither was the head hit nor the ball followed: the key and the cursor at the time of the point decide. */
function withoutHead(evidence: Evidence, { slider, point }: MissedPoint): Finding {
  const { frames, radius } = evidence;
  const ball = ballEvidence(evidence, slider, point.judgedAt);
  if (ball === null || !isRecorded(evidence, { from: point.judgedAt, to: point.judgedAt })) return { cause: 'unknown' };
  const held = isHeld(frames, point.judgedAt);
  const isInside = ball.distancePx <= radius;
  if (held) return { cause: isInside ? 'slider-late-head' : 'aim', ...ball };
  return { cause: isInside ? 'no-press' : 'missed-both', ...ball };
}

function ballEvidence({ frames, offsetFromBall }: Evidence, slider: PlayableSlider, time: Millis) {
  const at = cursorAt(frames, time);
  if (at === null) return null;
  const { x, y } = offsetFromBall(slider, at, time);
  return { distancePx: Math.hypot(x, y), cursor: { time, at } };
}
