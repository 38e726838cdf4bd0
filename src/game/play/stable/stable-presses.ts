import type { PlayableObject } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { judgeStablePress } from '../hit-windows.ts';
import { leftButton, newestButton, rightButton, takePress } from '../judging/buttons.ts';
import { type CircleState, finishCircle } from '../judging/circle-state.ts';
import { noteLock } from '../judging/note-lock.ts';
import { recordJudgement } from '../judging/record-judgement.ts';
import type { Press } from '../play.ts';
import type { ObjectState } from './object-state.ts';
import type { StableFrame, StableJudging } from './stable-judging.ts';
import type { StableRules } from './stable-rules.ts';
import type { SliderState } from './stable-slider.ts';

/** Relax presses this long before an object's time. */
const relaxLeadMs = 12;

/** Offers the presses of this frame to the visible objects, earliest first (rules PR1 to PR3, NL1 to NL5). */
export function handlePresses(judging: StableJudging, frame: StableFrame): void {
  const { buttons, rules, pending } = judging;
  const { time, cursor } = frame;
  let earliestEnd = Number.POSITIVE_INFINITY;
  let earliestUnpressedEnd = Number.POSITIVE_INFINITY;
  let before: ObjectState | null = null;
  const passesFollowedSlider = (object: PlayableObject): boolean =>
    object.startTime - earliestEnd < rules.followedSliderGapMs && couldHit(object, time, rules);
  for (let entry = pending.first(); entry !== null && buttons.unused !== 0; entry = entry.next) {
    const { state } = entry;
    const { object } = state;
    if (canBePressed(state, time, rules) && isInside(cursor, object.at, rules.radius)) {
      const action = noteLock({
        time,
        start: object.startTime,
        isCircle: object.kind === 'circle',
        stackedBefore: before !== null && before.object.stackHeight > 0 && isOpen(before, time, rules),
        earliestEnd: passesFollowedSlider(object) ? earliestUnpressedEnd : earliestEnd,
        autopilot: rules.autopilot,
      });
      if (action === 'hit') {
        recordPress(judging, takePress(buttons), { time, at: cursor, outcome: 'hit', object: object.index });
        judgePress(judging, state, frame);
      } else {
        for (let taken = takePress(buttons); taken !== 0; taken = takePress(buttons)) {
          recordPress(judging, taken, { time, at: cursor, outcome: action, object: object.index });
        }
      }
    }
    if (isOpen(state, time, rules)) {
      earliestEnd = Math.min(earliestEnd, object.endTime);
      if (!isFollowed(state)) earliestUnpressedEnd = Math.min(earliestUnpressedEnd, object.endTime);
    }
    before = state;
  }
  for (let taken = takePress(buttons); taken !== 0; taken = takePress(buttons)) {
    recordPress(judging, taken, { time, at: cursor, outcome: 'none', object: null });
  }
}

function recordPress(judging: StableJudging, button: number, press: Omit<Press, 'button'>): void {
  judging.presses.push({ ...press, button: button === leftButton ? 'left' : 'right' });
}

/** Whether an object locks later ones; for old clients a circle stops to lock when its hit window is over. */
function isOpen(state: ObjectState, time: Millis, rules: StableRules): boolean {
  return !state.finished && !(state.kind === 'circle' && isTooLate(state, time, rules));
}

function canBePressed(state: ObjectState, time: Millis, rules: StableRules): state is CircleState | SliderState {
  if (state.finished || state.kind === 'spinner' || isTooLate(state, time, rules)) return false;
  return state.kind === 'circle' || state.headResult === null;
}

/** Whether a press would hit, not miss. */
function couldHit(object: PlayableObject, time: Millis, { windows }: StableRules): boolean {
  return Math.abs(time - object.startTime) < windows.meh;
}

/** A slider whose head is judged: clients before 20190506 have exceptions for it (rules NL4, NL5). */
function isFollowed(state: ObjectState): boolean {
  return state.kind === 'slider' && state.headResult !== null;
}

/** In clients before 20190506 an object takes no press that could only miss (rule TO4). */
function isTooLate({ object }: ObjectState, time: Millis, { legacyNoteLock, windows }: StableRules): boolean {
  return legacyNoteLock && time >= object.startTime + windows.meh;
}

function judgePress(judging: StableJudging, state: CircleState | SliderState, { time, cursor }: StableFrame): void {
  const { at, startTime } = state.object;
  const hitError = time - startTime;
  const result = judgeStablePress(judging.rules.windows, hitError);
  if (state.kind === 'circle') {
    finishCircle(state, time, result);
    judging.pending.remove(state);
  } else {
    state.headJudgedAt = time;
    state.headResult = result;
    state.downButton = newestButton(judging.buttons);
  }
  recordJudgement(judging.judgements, state.object, {
    time,
    part: state.kind === 'circle' ? 'circle' : 'head',
    result,
    hitError,
    aimOffset: { x: cursor.x - at.x, y: cursor.y - at.y },
  });
}

/** Relax presses alternating buttons while an object is due (rule RX1). */
export function relaxButtons(judging: StableJudging, time: Millis): number {
  for (let entry = judging.pending.first(); entry !== null; entry = entry.next) {
    const { state } = entry;
    if (!canBePressed(state, time, judging.rules)) continue;
    if (time <= state.object.startTime - relaxLeadMs) return 0;
    judging.relaxTapsLeft = !judging.relaxTapsLeft;
    return judging.relaxTapsLeft ? rightButton : leftButton;
  }
  return 0;
}

function isInside(cursor: OsuPoint, centre: OsuPoint, radius: number): boolean {
  const dx = Math.fround(cursor.x - Math.fround(centre.x));
  const dy = Math.fround(cursor.y - Math.fround(centre.y));
  return Math.fround(Math.sqrt(dx * dx + dy * dy)) <= radius;
}
