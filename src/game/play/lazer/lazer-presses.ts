import type { Millis } from '../../units.ts';
import { judgeLazerPress } from '../hit-windows.ts';
import { leftButton } from '../judging/buttons.ts';
import type { CircleState } from '../judging/circle-state.ts';
import { noteLock, type PressAction } from '../judging/note-lock.ts';
import type { Result } from '../play.ts';
import type { JudgedInput, LazerJudging } from './lazer-judging.ts';
import { cursorOnCircle, inputOn } from './lazer-positions.ts';
import { isPressed, judgeCircle, judgeHead, recordPoints } from './lazer-results.ts';
import { catchUp, isWithin, type LazerSliderState } from './lazer-slider.ts';

/** An object that takes presses. */
type Target = CircleState | LazerSliderState;

/** The earliest unfinished object under the cursor takes the press, even if it does not hit (rules LZ3 to LZ5). */
export function handlePress(judging: LazerJudging, now: JudgedInput, button: number): void {
  const { time, cursor } = now;
  const press = { time, at: cursor, button: button === leftButton ? ('left' as const) : ('right' as const) };
  const target = judging.tapFilter(button, time) ? findTarget(judging, now) : null;
  if (target === null) {
    judging.presses.push({ ...press, outcome: 'none', object: null });
    return;
  }
  const { startTime, index } = target.object;
  const result = judgeLazerPress(judging.rules.windows, time - startTime);
  const action = judging.rules.classicNoteLock
    ? classicAction(judging, target, time)
    : orderedAction(judging, target, time);
  const hits = !isPressed(target) && action === 'hit' && result !== null;
  judging.presses.push({ ...press, outcome: hits ? 'hit' : action === 'hit' ? 'shake' : action, object: index });
  if (hits) judgePress(judging, target, { now, result });
  if (target.kind === 'slider' && target.headButton === 0) target.headButton = button;
}

function findTarget(judging: LazerJudging, now: JudgedInput): Target | null {
  const { pending, rules } = judging;
  for (let entry = pending.first(); entry !== null; entry = entry.next) {
    const { state } = entry;
    if (state.finished || state.kind === 'spinner') continue;
    if (state.kind === 'slider' && state.headResult !== null && !rules.classicNoteLock) continue;
    if (isWithin(cursorOnCircle(judging, state, now), state.object.at, rules.radius)) return state;
  }
  return null;
}

/** An object can be hit once the object before it is judged or has reached its start time. */
function orderedAction({ states }: LazerJudging, { object }: Target, time: Millis): PressAction {
  for (let i = object.index - 1; i >= 0; i--) {
    const before = states[i];
    if (before === undefined || before.kind === 'spinner' || before.object.startTime >= object.startTime) continue;
    return !isPressed(before) && time < before.object.startTime ? 'shake' : 'hit';
  }
  return 'hit';
}

/** With the Classic mod, stable's note lock applies. */
function classicAction({ states, pending, rules }: LazerJudging, target: Target, time: Millis): PressAction {
  const { object } = target;
  const before = states[object.index - 1];
  let earliestEnd = Number.POSITIVE_INFINITY;
  for (let entry = pending.first(); entry !== null && entry.state !== target; entry = entry.next) {
    if (!entry.state.finished) earliestEnd = Math.min(earliestEnd, entry.state.object.endTime);
  }
  return noteLock({
    time,
    start: object.startTime,
    isCircle: object.kind === 'circle',
    stackedBefore: before !== undefined && before.object.stackHeight > 0 && !before.finished,
    earliestEnd,
    autopilot: rules.autopilot,
  });
}

function judgePress(
  judging: LazerJudging,
  target: Target,
  { now, result }: { readonly now: JudgedInput; readonly result: Result },
): void {
  const { time } = now;
  const { at, startTime } = target.object;
  const cursor = cursorOnCircle(judging, target, now);
  const judged = {
    time,
    result,
    hitError: time - startTime,
    aimOffset: { x: cursor.x - at.x, y: cursor.y - at.y },
  };
  if (target.kind === 'circle') {
    judgeCircle(judging, target, judged);
    return;
  }
  judgeHead(judging, target, judged);
  if (result !== 'miss') recordPoints(judging, target, catchUp(target, inputOn(judging, target, now)));
}
