import type { PlayableObject } from '../beatmap/index.ts';
import type { Judgement, Press } from '../play/index.ts';
import type { Millis } from '../units.ts';
import { isRecorded, nearestApproach } from './cursor-path.ts';
import { aimEvidence, type Evidence } from './evidence.ts';
import { lockingObject } from './locking-object.ts';
import { distance, nearestPress, pressesBetween, rankOf, resultOf } from './meant-presses.ts';
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
  const meant = evidence.meant.get(object.index) ?? null;
  const taken = takenPresses(evidence, object, judgement.time);
  const spent = nearestPress(
    taken.filter((press) => reaches(evidence, object, press)),
    object.startTime,
  );
  if (spent !== null && (meant === null || distance(spent, object) < distance(meant, object))) {
    return spentOn(evidence, object, spent);
  }
  if (meant !== null && !reaches(evidence, object, meant)) return aimedBeside(evidence, object, meant);
  const beside = nearestPress(taken, object.startTime);
  if (beside !== null) return spentOn(evidence, object, beside);
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
  const meant = evidence.meant.get(object.index);
  if (meant !== undefined && !reaches(evidence, object, meant)) return aimedBeside(evidence, object, meant);
  if (result !== 'miss' || hitError! >= 0) return { cause: 'timing', ...found };
  // A press in time that came later is the one that was meant for the object.
  const inTime = pressesBetween(evidence, time, object.startTime + evidence.windows.meh).some(
    (later) =>
      later.time > time && isInTime(evidence, later.time - object.startTime) && reaches(evidence, object, later),
  );
  return { cause: inTime ? 'extra-press' : 'too-early', ...found };
}

/** A press for the object that the lock refused, or that another object took without being hit (rule MC2). */
function refusedPress(evidence: Evidence, object: PlayableObject, { time, result }: Judgement): Press | null {
  const { startTime, index } = object;
  const { meh } = evidence.windows;
  for (const press of pressesBetween(evidence, startTime - meh, Math.min(time, startTime + meh))) {
    if (press.outcome !== 'shake' && press.outcome !== 'blocked') continue;
    if (rankOf(resultOf(evidence, press.time - startTime)) >= rankOf(result)) continue;
    if (isMeantForOther(evidence, object, press)) continue;
    if (press.object === index || reaches(evidence, object, press)) return press;
  }
  return null;
}

/** Whether a press was meant for an object that is nearer in time, while this one has a press of its own. */
function isMeantForOther({ meant, meantFor }: Evidence, object: PlayableObject, press: Press): boolean {
  const owner = meantFor.get(press);
  return owner !== undefined && meant.has(object.index) && distance(press, owner) < distance(press, object);
}

function lockEvidence(evidence: Evidence, press: Press, object: PlayableObject): Pick<Finding, 'blockedBy'> {
  if (press.object !== object.index) return press.object === null ? {} : { blockedBy: press.object };
  const blockedBy = lockingObject(evidence.play, object, press);
  return blockedBy === null ? {} : { blockedBy };
}

/** A press beside the object; it may have hit a later one. */
function aimedBeside(evidence: Evidence, object: PlayableObject, press: Press): Finding {
  const isSpent = press.outcome === 'hit' && press.object !== null;
  return {
    cause: 'aim',
    ...pressEvidence(evidence, object, press),
    ...(isSpent && { blockedBy: press.object! }),
  };
}

/** The presses in time that hit another object, whose time is further away (rule MC5). */
function takenPresses(evidence: Evidence, object: PlayableObject, judgedAt: Millis): Press[] {
  const { startTime } = object;
  const { meh } = evidence.windows;
  const { objects } = evidence.play.map;
  return pressesBetween(evidence, startTime - meh, Math.min(judgedAt, startTime + meh)).filter(
    (press) =>
      press.outcome === 'hit' &&
      isInTime(evidence, press.time - startTime) &&
      distance(press, objects[press.object!]!) > distance(press, object),
  );
}

function spentOn(evidence: Evidence, object: PlayableObject, press: Press): Finding {
  return { cause: 'extra-press', ...pressEvidence(evidence, object, press), blockedBy: press.object! };
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
  const range = { from: startTime - windows.meh, to: Math.min(judgedAt, startTime + windows.meh) };
  if (!isRecorded(evidence, range)) return { cause: 'unknown' };
  const approach = nearestApproach(frames, range, (at, time) => evidence.offsetFromCircle(object, at, time));
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

function reaches(evidence: Evidence, object: PlayableObject, { at, time }: Press): boolean {
  const { x, y } = evidence.offsetFromCircle(object, at, time);
  return Math.hypot(x, y) <= evidence.radius;
}

function isInTime(evidence: Evidence, error: Millis): boolean {
  return resultOf(evidence, error) !== 'miss';
}
