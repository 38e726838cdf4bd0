import type { PlayableObject } from '../beatmap/index.ts';
import { type Judgement, judgeLazerPress, judgeStablePress, type Press, type Result } from '../play/index.ts';
import type { Millis } from '../units.ts';
import { firstIndex, isRecorded, nearestApproach } from './cursor-path.ts';
import { aimEvidence, type Evidence } from './evidence.ts';
import { lockingObject } from './locking-object.ts';
import type { Finding } from './mistake.ts';

/** Why a circle or a slider's head has less than the best result (rules MC2 to MC7). */
export function pressCause(evidence: Evidence, judgement: Judgement): Finding {
  const object = evidence.play.map.objects[judgement.object]!;
  const refused = refusedPress(evidence, object, judgement);
  if (refused !== null) {
    return {
      cause: 'note-lock',
      ...pressEvidence(evidence, object, refused),
      ...lockEvidence(evidence, refused, object),
    };
  }
  if (judgement.hitError !== null) return judgedByPress(evidence, object, judgement);
  const meant = meantPress(evidence, object, judgement.time);
  if (meant !== null) {
    const isSpent = meant.outcome === 'hit' && meant.object !== null;
    return {
      cause: isSpent ? 'extra-press' : 'aim',
      ...pressEvidence(evidence, object, meant),
      ...(isSpent && { blockedBy: meant.object! }),
    };
  }
  const early = earlyPress(evidence, object);
  if (early !== null) return { cause: 'too-early', ...pressEvidence(evidence, object, early) };
  return withoutPress(evidence, object, judgement.time);
}

/** The object's own press decided: within the windows by its time, before them as too early (rules MC3 to MC5). */
function judgedByPress(evidence: Evidence, object: PlayableObject, judgement: Judgement): Finding {
  const { time, hitError, result } = judgement;
  const press = pressesBetween(evidence, time, time).find((other) => other.object === object.index);
  const at = press?.at ?? object.at;
  const found = pressEvidence(evidence, object, { time, at });
  if (result !== 'miss' || hitError! >= 0) return { cause: 'timing', ...found };
  // A press in time that came later is the one that was meant for the object.
  const inTime = pressesBetween(evidence, time, object.startTime + evidence.windows.meh).some(
    (later) =>
      later.time > time && isInTime(evidence, later.time - object.startTime) && reaches(evidence, object, later),
  );
  return { cause: inTime ? 'extra-press' : 'too-early', ...found };
}

/** A press in reach that another object took without being hit, or that the lock refused (rule MC2). */
function refusedPress(evidence: Evidence, object: PlayableObject, { time, result }: Judgement): Press | null {
  const { startTime, index } = object;
  const { meh } = evidence.windows;
  for (const press of pressesBetween(evidence, startTime - meh, Math.min(time, startTime + meh))) {
    if (press.outcome !== 'shake' && press.outcome !== 'blocked') continue;
    if (rank(resultOf(evidence, press.time - startTime)) >= rank(result)) continue;
    if (press.object === index || reaches(evidence, object, press)) return press;
  }
  return null;
}

function lockEvidence(evidence: Evidence, press: Press, object: PlayableObject): Pick<Finding, 'blockedBy'> {
  if (press.object !== object.index) return press.object === null ? {} : { blockedBy: press.object };
  const blockedBy = lockingObject(evidence.play, object, press);
  return blockedBy === null ? {} : { blockedBy };
}

/**
 * The press in time that is nearest to an object without a press of its own, and that hit nothing or an object that is
 * further away in time (rule MC6).
 */
function meantPress(evidence: Evidence, object: PlayableObject, judgedAt: Millis): Press | null {
  const { startTime } = object;
  const { meh } = evidence.windows;
  let nearest: Press | null = null;
  for (const press of pressesBetween(evidence, startTime - meh, Math.min(judgedAt, startTime + meh))) {
    const away = Math.abs(press.time - startTime);
    if (!isInTime(evidence, press.time - startTime) || !isMeantFor(evidence, object, press)) continue;
    if (nearest === null || away < Math.abs(nearest.time - startTime)) nearest = press;
  }
  return nearest;
}

function isMeantFor(evidence: Evidence, object: PlayableObject, press: Press): boolean {
  const away = Math.abs(press.time - object.startTime);
  if (press.outcome === 'hit') {
    const taker = evidence.play.map.objects[press.object!]!;
    if (Math.abs(press.time - taker.startTime) <= away) return false;
  } else if (press.outcome === 'none' && reaches(evidence, object, press)) {
    // Alternate and Single Tap do not let this press reach an object.
    return false;
  }
  const { unpressed } = evidence;
  const own = firstIndex(unpressed.length, (i) => isAtOrAfter(unpressed[i]!, object));
  const before = unpressed[own - 1];
  const after = unpressed[own + 1];
  const isNearer = (other: PlayableObject | undefined) =>
    other !== undefined && Math.abs(press.time - other.startTime) < away;
  const isAsNear = (other: PlayableObject | undefined) =>
    other !== undefined && Math.abs(press.time - other.startTime) <= away;
  return !isAsNear(before) && !isNearer(after);
}

function isAtOrAfter(a: PlayableObject, b: PlayableObject): boolean {
  return a.startTime > b.startTime || (a.startTime === b.startTime && a.index >= b.index);
}

/** The last press on the object before its window, which it refused (rule MC4). */
function earlyPress(evidence: Evidence, object: PlayableObject): Press | null {
  const presses = pressesBetween(evidence, object.appears, object.startTime - evidence.windows.meh);
  return presses.findLast(({ object: on, outcome }) => on === object.index && outcome !== 'hit') ?? null;
}

/** No press is left to blame: the cursor was in reach or not (rule MC7). */
function withoutPress(evidence: Evidence, object: PlayableObject, judgedAt: Millis): Finding {
  const { frames, windows, radius } = evidence;
  const { startTime } = object;
  const span = { from: startTime - windows.meh, to: Math.min(judgedAt, startTime + windows.meh) };
  if (!isRecorded(frames, span)) return { cause: 'unknown' };
  const approach = nearestApproach(frames, span, (at, time) => evidence.offsetFromCircle(object, at, time));
  if (approach === null) return { cause: 'unknown' };
  const { time, at, offset, distance } = approach;
  return {
    cause: distance <= radius ? 'no-press' : 'missed-both',
    ...aimEvidence(evidence, object, offset),
    cursor: { time, at },
  };
}

function pressEvidence(evidence: Evidence, object: PlayableObject, { time, at }: Pick<Press, 'time' | 'at'>) {
  return {
    errorMs: time - object.startTime,
    ...aimEvidence(evidence, object, evidence.offsetFromCircle(object, at, time)),
    press: { time, at },
    cursor: { time, at },
  };
}

function pressesBetween({ presses }: Evidence, from: Millis, to: Millis): readonly Press[] {
  const first = firstIndex(presses.length, (i) => presses[i]!.time >= from);
  return presses.slice(
    first,
    firstIndex(presses.length, (i) => presses[i]!.time > to),
  );
}

function reaches(evidence: Evidence, object: PlayableObject, { at, time }: Press): boolean {
  const { x, y } = evidence.offsetFromCircle(object, at, time);
  return Math.hypot(x, y) <= evidence.radius;
}

function resultOf({ play, windows }: Evidence, error: Millis): Result {
  return play.map.rules === 'lazer' ? (judgeLazerPress(windows, error) ?? 'miss') : judgeStablePress(windows, error);
}

function isInTime(evidence: Evidence, error: Millis): boolean {
  return resultOf(evidence, error) !== 'miss';
}

const ranks: readonly Result[] = ['great', 'ok', 'meh', 'miss'];

/** 0 is the best. */
function rank(result: Result): number {
  return ranks.indexOf(result);
}
