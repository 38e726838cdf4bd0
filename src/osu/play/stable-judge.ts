import type { PlayableCircle, PlayableMap, PlayableObject } from '../beatmap/index.ts';
import type { ReplayFrames } from '../replay/index.ts';
import type { Millis, OsuPoint } from '../units.ts';
import {
  type Buttons,
  buttonsOfKeys,
  freshestButton,
  holdButtons,
  LEFT,
  RIGHT,
  releasedButtons,
  takePress,
} from './buttons.ts';
import { type Deadline, deadlinesOf } from './deadlines.ts';
import { ATTEMPT_WINDOW, judgeStablePress } from './hit-windows.ts';
import { noteLock } from './note-lock.ts';
import type { Judgement, ObjectPlay, Press, Result } from './play.ts';
import { finishSlider, newSlider, type SliderState, trackSlider } from './slider-judge.ts';
import { finishSpinner, newSpinner, type SpinnerState, turnSpinner } from './spinner.ts';
import type { StableRules } from './stable-rules.ts';
import { createWaitingList, type WaitingList } from './waiting-list.ts';

/** What judging alone says; score, combo and health are counted from it afterwards. */
export interface JudgedFrames {
  readonly judgements: readonly Judgement[];
  readonly objects: readonly ObjectPlay[];
  readonly presses: readonly Press[];
}

/** Relax taps an object this long before its time. */
const RELAX_LEAD = 12;
const AUTOPILOT_ATTEMPT_WINDOW = 200;
const FIRST_FRAME_ELAPSED = 1000 / 60;

interface CircleState {
  readonly circle: PlayableCircle;
  readonly index: number;
  finished: boolean;
  judgedAt: Millis | null;
  result: Result | null;
}

/** Everything that changes while the frames go by. */
interface Session {
  readonly map: PlayableMap;
  readonly rules: StableRules;
  readonly states: readonly (CircleState | SliderState | SpinnerState)[];
  readonly waiting: WaitingList;
  readonly buttons: Buttons;
  readonly judgements: Judgement[];
  readonly presses: Press[];
  readonly deadlines: readonly Deadline[];
  nextDeadline: number;
  /** Positions in `sliders` and `spinners` before which all are finished. */
  readonly sliders: readonly SliderState[];
  firstSlider: number;
  readonly spinners: readonly SpinnerState[];
  firstSpinner: number;
  relaxTapsLeft: boolean;
}

/** Judges frame by frame, as the client does: clicks, then followed sliders and spinners, then what has run out (rule FR3). */
export function judgeStable(map: PlayableMap, frames: ReplayFrames, rules: StableRules): JudgedFrames {
  const session = startSession(map, rules);
  let previousTime: Millis | null = null;
  for (let i = 0; i < frames.count; i++) {
    const time = frames.times[i]!;
    const cursor = { x: frames.xs[i]!, y: frames.ys[i]! };
    session.waiting.advance(time);
    holdButtons(session.buttons, rules.relax ? relaxButtons(session, time) : buttonsOfKeys(frames.keys[i]!));
    if (session.buttons.pressed !== 0) handlePresses(session, time, cursor);
    followSlider(session, time, cursor);
    turnSpinners(session, time, previousTime === null ? FIRST_FRAME_ELAPSED : time - previousTime, cursor);
    meetDeadlines(session, time);
    previousTime = time;
  }
  if (previousTime !== null) finishWhatBegan(session, previousTime);
  return { judgements: session.judgements, objects: session.states.map(objectPlayOf), presses: session.presses };
}

function startSession(map: PlayableMap, rules: StableRules): Session {
  const states = map.objects.map((object) => newState(object, map.od));
  return {
    map,
    rules,
    states,
    waiting: createWaitingList(map),
    buttons: releasedButtons(),
    judgements: [],
    presses: [],
    deadlines: deadlinesOf(map, rules.windows.meh),
    nextDeadline: 0,
    sliders: states.filter((state) => 'slider' in state),
    firstSlider: 0,
    spinners: states.filter((state) => 'spinner' in state),
    firstSpinner: 0,
    relaxTapsLeft: true,
  };
}

function newState(object: PlayableObject, od: number): CircleState | SliderState | SpinnerState {
  if (object.kind === 'slider') return newSlider(object);
  if (object.kind === 'spinner') return newSpinner(object, od);
  return { circle: object, index: object.index, finished: false, judgedAt: null, result: null };
}

/** Offers the presses of this frame to the objects in sight, earliest first (rules PR1 to PR3, NL1 to NL4). */
function handlePresses(session: Session, time: Millis, cursor: OsuPoint): void {
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
        earliestEnd: rules.looseLock && couldHit(session, object, time) ? earliestUnpressedEnd : earliestEnd,
        attemptWindow: rules.autopilot ? AUTOPILOT_ATTEMPT_WINDOW : ATTEMPT_WINDOW,
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
  session.presses.push({ ...press, button: button === LEFT ? 'left' : 'right' });
}

/** Whether an object stands in the way of later ones; for old clients a circle no longer does when its time is up. */
function isOpen(session: Session, index: number, time: Millis): boolean {
  const state = session.states[index]!;
  return !state.finished && !('circle' in state && isTooLate(session, index, time));
}

function canBePressed(session: Session, index: number, time: Millis): boolean {
  const state = session.states[index]!;
  if (state.finished || 'spinner' in state || isTooLate(session, index, time)) return false;
  return 'circle' in state || state.headResult === null;
}

/** Whether a press would be more than a miss. */
function couldHit(session: Session, object: PlayableObject, time: Millis): boolean {
  return Math.abs(time - object.startTime) < session.rules.windows.meh;
}

/** A slider of which only the rest is left: in clients before 20190506 it did not block a press that would hit (rule NL4). */
function isFollowed(state: CircleState | SliderState | SpinnerState): boolean {
  return 'slider' in state && state.headResult !== null;
}

/** Clients before 20190506 let go of an object as soon as a press could only miss it (rule TO4). */
function isTooLate(session: Session, index: number, time: Millis): boolean {
  const { looseLock, windows } = session.rules;
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
    state.downButton = freshestButton(session.buttons);
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

/** Only the first unfinished slider is followed, even when several overlap (rule SJ1). */
function followSlider(session: Session, time: Millis, cursor: OsuPoint): void {
  const { sliders, rules } = session;
  while (sliders[session.firstSlider]?.finished) session.firstSlider++;
  const state = sliders[session.firstSlider];
  if (state === undefined || time < state.slider.startTime) return;
  const judged = trackSlider(state, {
    time,
    ...cursor,
    buttons: session.buttons,
    radius: rules.radius,
    relax: rules.relax,
  });
  if (judged === null) return;
  session.judgements.push({
    time,
    object: state.index,
    part: state.slider.points[judged.point]!.kind,
    result: judged.hit ? 'hit' : 'miss',
    point: judged.point,
    at: judged.at,
    hitError: null,
    aimOffset: null,
  });
}

function turnSpinners(session: Session, time: Millis, elapsed: Millis, cursor: OsuPoint): void {
  const { spinners, rules, buttons } = session;
  while (spinners[session.firstSpinner]?.finished) session.firstSpinner++;
  for (let i = session.firstSpinner; i < spinners.length; i++) {
    const state = spinners[i]!;
    if (time <= state.spinner.startTime) break;
    if (state.finished || time >= state.spinner.endTime) continue;
    const result = turnSpinner(state, { time, elapsed, ...cursor, held: buttons.held !== 0 }, rules);
    if (result !== null) judge(session, state.index, 'spin', result, time);
  }
}

/** Misses what was not pressed in time, ends sliders and spinners (rules TO1 to TO3). */
function meetDeadlines(session: Session, time: Millis): void {
  const due: Deadline[] = [];
  while (session.nextDeadline < session.deadlines.length && session.deadlines[session.nextDeadline]!.time <= time) {
    due.push(session.deadlines[session.nextDeadline++]!);
  }
  // A frame that is late for both counts a missed head before the slider itself.
  if (due.length > 1) due.sort((a, b) => a.object - b.object || (a.kind === b.kind ? 0 : a.kind === 'press' ? -1 : 1));
  for (const deadline of due) meetDeadline(session, deadline, time);
}

function meetDeadline(session: Session, deadline: Deadline, time: Millis): void {
  const state = session.states[deadline.object]!;
  if (deadline.kind === 'press' && 'slider' in state) {
    missHead(session, state, time);
    return;
  }
  if (state.finished) return;
  if ('circle' in state) {
    state.finished = true;
    state.judgedAt = time;
    state.result = 'miss';
    judge(session, state.index, 'circle', 'miss', time);
  } else if ('spinner' in state) {
    judge(session, state.index, 'spinner', finishSpinner(state, time, session.rules), time);
  } else {
    judge(session, state.index, 'slider', finishSlider(state, time, session.rules.scoreV2), time);
  }
  session.waiting.remove(state.index);
}

/** Of a short slider the head can still be missed when the rest is over (rule TO2). */
function missHead(session: Session, state: SliderState, time: Millis): void {
  if (state.headResult !== null) return;
  state.headJudgedAt = time;
  state.headResult = 'miss';
  state.downButton = freshestButton(session.buttons);
  judge(session, state.index, 'head', 'miss', time);
}

function judge(session: Session, object: number, part: Judgement['part'], result: Result, time: Millis): void {
  const placed = session.map.objects[object]!;
  const at = part === 'slider' && placed.kind === 'slider' ? placed.endsAt : placed.at;
  session.judgements.push({ time, object, part, result, point: null, at, hitError: null, aimOffset: null });
}

/** The client stops recording as soon as the play is over: what had begun by then still ends, with no button held. */
function finishWhatBegan(session: Session, lastTime: Millis): void {
  holdButtons(session.buttons, 0);
  for (; session.nextDeadline < session.deadlines.length; session.nextDeadline++) {
    const deadline = session.deadlines[session.nextDeadline]!;
    if (session.map.objects[deadline.object]!.startTime <= lastTime) meetDeadline(session, deadline, deadline.time);
  }
}

/** Relax taps by itself, one button after the other, as long as an object is due (rule RX1). */
function relaxButtons(session: Session, time: Millis): number {
  for (let i = session.waiting.first(); i !== -1; i = session.waiting.after(i)) {
    if (!canBePressed(session, i, time)) continue;
    if (time <= session.map.objects[i]!.startTime - RELAX_LEAD) return 0;
    session.relaxTapsLeft = !session.relaxTapsLeft;
    return session.relaxTapsLeft ? RIGHT : LEFT;
  }
  return 0;
}

function isInside(cursor: OsuPoint, centre: OsuPoint, radius: number): boolean {
  const dx = Math.fround(cursor.x - Math.fround(centre.x));
  const dy = Math.fround(cursor.y - Math.fround(centre.y));
  return Math.fround(Math.sqrt(dx * dx + dy * dy)) <= radius;
}

function objectPlayOf(state: CircleState | SliderState | SpinnerState): ObjectPlay {
  const { judgedAt, result } = state;
  if ('circle' in state) return { kind: 'circle', judgedAt, result };
  if ('slider' in state) {
    return {
      kind: 'slider',
      headJudgedAt: state.headJudgedAt,
      headResult: state.headResult,
      tracking: Float64Array.from(state.intervals),
      points: state.slider.points.map((_, i) => ({
        judgedAt: state.pointTimes[i] ?? null,
        hit: state.pointHits[i] ?? false,
      })),
      judgedAt,
      result,
    };
  }
  return {
    kind: 'spinner',
    required: state.required,
    times: Float64Array.from(state.times),
    angle: Float64Array.from(state.angles),
    progress: Float64Array.from(state.progress),
    rpm: Float64Array.from(state.rpms),
    clearedAt: state.clearedAt,
    bonuses: Float64Array.from(state.bonuses),
    judgedAt,
    result,
  };
}
