import type { PlayableObject } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { leftButton, newestButton, rightButton, takePress } from '../buttons.ts';
import { attemptWindowMs, judgeStablePress } from '../hit-windows.ts';
import { noteLock } from '../note-lock.ts';
import type { Press } from '../play.ts';
import type { CircleState, ObjectState, Session } from './stable-session.ts';
import type { SliderState } from './stable-slider.ts';

/** Relax presses this long before an object's time. */
const relaxLeadMs = 12;
const autopilotAttemptWindowMs = 200;

/** Offers the presses of this frame to the visible objects, earliest first (rules PR1 to PR3, NL1 to NL4). */
export function handlePresses(session: Session, time: Millis, cursor: OsuPoint): void {
  const { buttons, rules, waiting } = session;
  let earliestEnd = Number.POSITIVE_INFINITY;
  let earliestUnpressedEnd = Number.POSITIVE_INFINITY;
  let before = -1;
  for (let i = waiting.first(); i !== -1 && buttons.unused !== 0; i = waiting.after(i)) {
    const state = session.states[i]!;
    const object = session.map.objects[i]!;
    if (canBePressed(session, i, time) && isInside(cursor, object.at, rules.radius)) {
      const stackedBefore =
        before !== -1 && session.map.objects[before]!.stackHeight > 0 && isOpen(session, before, time);
      const action = noteLock({
        time,
        start: object.startTime,
        isCircle: object.kind === 'circle',
        stackedBefore,
        earliestEnd: rules.legacyNoteLock && couldHit(session, object, time) ? earliestUnpressedEnd : earliestEnd,
        attemptWindow: rules.autopilot ? autopilotAttemptWindowMs : attemptWindowMs,
      });
      if (action === 'hit') {
        notePress(session, takePress(buttons), { time, at: cursor, outcome: 'hit', object: i });
        judgePress(session, state as CircleState | SliderState, time, cursor);
      } else {
        for (let taken = takePress(buttons); taken !== 0; taken = takePress(buttons)) {
          notePress(session, taken, { time, at: cursor, outcome: action, object: i });
        }
      }
    }
    if (isOpen(session, i, time)) {
      earliestEnd = Math.min(earliestEnd, object.endTime);
      if (!isFollowed(state)) earliestUnpressedEnd = Math.min(earliestUnpressedEnd, object.endTime);
    }
    before = i;
  }
  for (let taken = takePress(buttons); taken !== 0; taken = takePress(buttons)) {
    notePress(session, taken, { time, at: cursor, outcome: 'none', object: null });
  }
}

function notePress(session: Session, button: number, press: Omit<Press, 'button'>): void {
  session.presses.push({ ...press, button: button === leftButton ? 'left' : 'right' });
}

/** Whether an object locks later ones; for old clients a circle stops to lock when its hit window is over. */
function isOpen(session: Session, index: number, time: Millis): boolean {
  const state = session.states[index]!;
  return !state.finished && !('circle' in state && isTooLate(session, index, time));
}

function canBePressed(session: Session, index: number, time: Millis): boolean {
  const state = session.states[index]!;
  if (state.finished || 'spinner' in state || isTooLate(session, index, time)) return false;
  return 'circle' in state || state.headResult === null;
}

/** Whether a press would hit, not miss. */
function couldHit(session: Session, object: PlayableObject, time: Millis): boolean {
  return Math.abs(time - object.startTime) < session.rules.windows.meh;
}

/** A slider whose head is judged: in clients before 20190506 it does not lock a press that would hit (rule NL4). */
function isFollowed(state: ObjectState): boolean {
  return 'slider' in state && state.headResult !== null;
}

/** In clients before 20190506 an object takes no press that could only miss (rule TO4). */
function isTooLate(session: Session, index: number, time: Millis): boolean {
  const { legacyNoteLock: looseLock, windows } = session.rules;
  return looseLock && time >= session.map.objects[index]!.startTime + windows.meh;
}

function judgePress(session: Session, state: CircleState | SliderState, time: Millis, cursor: OsuPoint): void {
  const object = session.map.objects[state.index]!;
  const hitError = time - object.startTime;
  const result = judgeStablePress(session.rules.windows, hitError);
  if ('circle' in state) {
    state.finished = true;
    state.judgedAt = time;
    state.result = result;
    session.waiting.remove(state.index);
  } else {
    state.headJudgedAt = time;
    state.headResult = result;
    state.downButton = newestButton(session.buttons);
  }
  session.judgements.push({
    time,
    object: state.index,
    part: 'circle' in state ? 'circle' : 'head',
    result,
    point: null,
    at: object.at,
    hitError,
    aimOffset: { x: cursor.x - object.at.x, y: cursor.y - object.at.y },
  });
}

/** Relax presses alternating buttons while an object is due (rule RX1). */
export function relaxButtons(session: Session, time: Millis): number {
  for (let i = session.waiting.first(); i !== -1; i = session.waiting.after(i)) {
    if (!canBePressed(session, i, time)) continue;
    if (time <= session.map.objects[i]!.startTime - relaxLeadMs) return 0;
    session.relaxTapsLeft = !session.relaxTapsLeft;
    return session.relaxTapsLeft ? rightButton : leftButton;
  }
  return 0;
}

function isInside(cursor: OsuPoint, centre: OsuPoint, radius: number): boolean {
  const dx = Math.fround(cursor.x - Math.fround(centre.x));
  const dy = Math.fround(cursor.y - Math.fround(centre.y));
  return Math.fround(Math.sqrt(dx * dx + dy * dy)) <= radius;
}
