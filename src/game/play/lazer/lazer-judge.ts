import { ballAt, type PlayableCircle, type PlayableMap, type PlayableObject, rateAt } from '../../beatmap/index.ts';
import type { ReplayFrames } from '../../replay/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { buttonsOfKeys, leftButton, rightButton } from '../buttons.ts';
import { attemptWindowMs, judgeLazerPress } from '../hit-windows.ts';
import { noteLock } from '../note-lock.ts';
import { objectPlayOf } from '../object-plays.ts';
import { createPendingObjects, type PendingObjects } from '../pending-objects.ts';
import type { Judgement, Press, Result } from '../play.ts';
import type { JudgedFrames } from '../stable/stable-judge.ts';
import { cursorBetween, forwardFrames } from './lazer-frames.ts';
import type { LazerRules } from './lazer-rules.ts';
import {
  catchUp,
  finishLazerSlider,
  isLazerSliderOver,
  isWithin,
  type JudgedPoint,
  judgeLazerPoints,
  type LazerMoment,
  type LazerSliderState,
  loseEnd,
  newLazerSlider,
  trackLazerSlider,
} from './lazer-slider.ts';
import {
  finishLazerSpinner,
  type LazerSpinnerState,
  newLazerSpinner,
  spinByItself,
  turnLazerSpinner,
} from './lazer-spinner.ts';
import { createTapFilter, type TapFilter } from './tap-filter.ts';

const autopilotAttemptWindowMs = 200;

interface CircleState {
  readonly circle: PlayableCircle;
  readonly index: number;
  finished: boolean;
  judgedAt: Millis | null;
  result: Result | null;
}

type State = CircleState | LazerSliderState | LazerSpinnerState;

interface Session {
  readonly map: PlayableMap;
  readonly rules: LazerRules;
  readonly states: readonly State[];
  readonly waiting: PendingObjects;
  readonly passes: TapFilter;
  readonly judgements: Judgement[];
  readonly presses: Press[];
  momentsLeft: number;
}

interface Moment extends LazerMoment {
  readonly pressed: number;
}

/**
 * Judges at every frame and at every whole millisecond between frames, as a client with a high update rate does (rule
 * LZ1).
 */
export function judgeLazer(map: PlayableMap, recorded: ReplayFrames, rules: LazerRules): JudgedFrames {
  const frames = forwardFrames(recorded);
  const session = startSession(map, rules);
  const { radius } = rules;
  let heldBefore = 0;
  for (let i = 0; i < frames.count; i++) {
    const held = buttonsOfKeys(frames.keys[i]!);
    const time = frames.times[i]!;
    session.waiting.advance(time);
    const cursor = { x: frames.xs[i]!, y: frames.ys[i]! };
    update(session, { time, cursor, held, pressed: held & ~heldBefore, radius });
    heldBefore = held;
    const nextTime = i + 1 < frames.count ? frames.times[i + 1]! : time;
    forEachMoment(session, time, nextTime, (between) =>
      update(session, { time: between, cursor: cursorBetween(frames, i, between), held, pressed: 0, radius }),
    );
  }
  finishWhatBegan(session, frames, heldBefore);
  return { judgements: session.judgements, objects: session.states.map(objectPlayOf), presses: session.presses };
}

/** Hours of play have a few million. A hostile map that exceeds this is judged at its frames only from there on. */
const maxMoments = 10_000_000;
/** Frames are about 17 ms apart; in a gap of seconds, the judged moments are further apart. */
const maxMomentsBetweenFrames = 1000;

/** Calls `visit` for every whole millisecond between two times at which an object is visible. */
function forEachMoment(session: Session, from: Millis, to: Millis, visit: (time: Millis) => void): void {
  const { waiting } = session;
  const step = Math.max(1, Math.ceil((to - from) / maxMomentsBetweenFrames));
  for (let time = Math.floor(from) + 1; time < to && session.momentsLeft > 0; time += step) {
    waiting.advance(time);
    if (waiting.first() === -1) {
      time = Math.max(time, Math.ceil(waiting.nextAppearance()) - step);
      continue;
    }
    session.momentsLeft--;
    visit(time);
  }
}

function startSession(map: PlayableMap, rules: LazerRules): Session {
  return {
    map,
    rules,
    states: map.objects.map((object) => newState(object, map.od)),
    waiting: createPendingObjects(map),
    passes: createTapFilter(rules.tapping, map, rules.windows.meh),
    judgements: [],
    presses: [],
    momentsLeft: maxMoments,
  };
}

function newState(object: PlayableObject, od: number): State {
  if (object.kind === 'slider') return newLazerSlider(object);
  if (object.kind === 'spinner') return newLazerSpinner(object, od);
  return { circle: object, index: object.index, finished: false, judgedAt: null, result: null };
}

/** After the last frame, buttons and cursor stay as they are, and objects that have started are judged. */
function finishWhatBegan(session: Session, frames: ReplayFrames, held: number): void {
  const last = frames.count - 1;
  if (last < 0) return;
  const cursor = { x: frames.xs[last]!, y: frames.ys[last]! };
  const from = frames.times[last]!;
  let until = from;
  for (let i = session.waiting.first(); i !== -1; i = session.waiting.after(i)) {
    const object = session.map.objects[i]!;
    if (object.startTime <= from) until = Math.max(until, object.endTime, object.startTime + session.rules.windows.meh);
  }
  const step = Math.max(1, Math.ceil((until - from) / maxMomentsAfterLastFrame));
  for (let time = Math.floor(from) + 1; time <= until + step; time += step) {
    session.waiting.advance(from);
    update(session, { time, cursor, held, pressed: 0, radius: session.rules.radius });
  }
}

const maxMomentsAfterLastFrame = 100_000;

/** Handles presses first, then all visible objects from the latest to the earliest (rule LZ2). */
function update(session: Session, now: Moment): void {
  if ((now.pressed & leftButton) !== 0) handlePress(session, now, leftButton);
  if ((now.pressed & rightButton) !== 0) handlePress(session, now, rightButton);
  for (let i = session.waiting.last(); i !== -1; i = session.waiting.before(i)) {
    const state = session.states[i]!;
    if (state.finished) continue;
    if ('circle' in state) updateCircle(session, state, now.time);
    else if ('slider' in state) updateSlider(session, state, now);
    else updateSpinner(session, state, now);
  }
}

/** The earliest unfinished object under the cursor takes the press, even if it does not hit (rules LZ3 to LZ5). */
function handlePress(session: Session, now: Moment, button: number): void {
  const { time, cursor } = now;
  const press = { time, at: cursor, button: button === leftButton ? ('left' as const) : ('right' as const) };
  const target = session.passes(button, time) ? findTarget(session, cursor) : null;
  if (target === null) {
    session.presses.push({ ...press, outcome: 'none', object: null });
    return;
  }
  const object = session.map.objects[target.index]!;
  const result = judgeLazerPress(session.rules.windows, time - object.startTime);
  const action = session.rules.classicNoteLock
    ? classicAction(session, object, time)
    : orderedAction(session, object, time);
  const isOpen = 'circle' in target || target.headResult === null;
  const hits = isOpen && action === 'hit' && result !== null;
  session.presses.push({ ...press, outcome: hits ? 'hit' : action === 'hit' ? 'shake' : action, object: object.index });
  if (hits) judgePress(session, target, now, result);
  if ('slider' in target && target.headButton === 0) target.headButton = button;
}

function findTarget(session: Session, cursor: OsuPoint): CircleState | LazerSliderState | null {
  for (let i = session.waiting.first(); i !== -1; i = session.waiting.after(i)) {
    const state = session.states[i]!;
    if (state.finished || 'spinner' in state) continue;
    if ('slider' in state && state.headResult !== null && !session.rules.classicNoteLock) continue;
    if (isWithin(cursor, session.map.objects[i]!.at, session.rules.radius)) return state;
  }
  return null;
}

/** An object can be hit once the object before it is judged or has reached its start time. */
function orderedAction(session: Session, object: PlayableObject, time: Millis): 'hit' | 'shake' {
  for (let i = object.index - 1; i >= 0; i--) {
    const before = session.map.objects[i]!;
    if (before.kind === 'spinner' || before.startTime >= object.startTime) continue;
    return !isPressed(session.states[i]!) && time < before.startTime ? 'shake' : 'hit';
  }
  return 'hit';
}

function classicAction(session: Session, object: PlayableObject, time: Millis): 'hit' | 'shake' | 'blocked' {
  const before = session.map.objects[object.index - 1];
  let earliestEnd = Number.POSITIVE_INFINITY;
  for (let i = session.waiting.first(); i !== -1 && i !== object.index; i = session.waiting.after(i)) {
    if (!session.states[i]!.finished) earliestEnd = Math.min(earliestEnd, session.map.objects[i]!.endTime);
  }
  return noteLock({
    time,
    start: object.startTime,
    isCircle: object.kind === 'circle',
    stackedBefore: before !== undefined && before.stackHeight > 0 && !session.states[before.index]!.finished,
    earliestEnd,
    attemptWindow: session.rules.autopilot ? autopilotAttemptWindowMs : attemptWindowMs,
  });
}

function isPressed(state: State): boolean {
  return 'slider' in state ? state.headResult !== null : state.finished;
}

function judgePress(session: Session, target: CircleState | LazerSliderState, now: Moment, result: Result): void {
  const object = session.map.objects[target.index]!;
  const { time, cursor } = now;
  const press = {
    hitError: time - object.startTime,
    aimOffset: { x: cursor.x - object.at.x, y: cursor.y - object.at.y },
  };
  if ('circle' in target) {
    judgeCircle(session, target, result, time, press);
    return;
  }
  judgeHead(session, target, result, time, press);
  if (result !== 'miss') notePoints(session, target, catchUp(target, now), time);
}

interface PressDetails {
  readonly hitError: Millis | null;
  readonly aimOffset: OsuPoint | null;
}

const noPress: PressDetails = { hitError: null, aimOffset: null };

function judgeCircle(session: Session, state: CircleState, result: Result, time: Millis, press = noPress): void {
  state.finished = true;
  state.judgedAt = time;
  state.result = result;
  session.waiting.remove(state.index);
  missEarlier(session, state.index, time);
  note(session, state.index, 'circle', result, time, { ...press, at: state.circle.at });
}

function judgeHead(session: Session, state: LazerSliderState, result: Result, time: Millis, press = noPress): void {
  state.headJudgedAt = time;
  state.headResult = session.rules.classicSliders && result !== 'miss' ? 'hit' : result;
  missEarlier(session, state.index, time);
  note(session, state.index, 'head', state.headResult, time, { ...press, at: state.slider.at });
}

/** A judged object makes all unfinished objects before it misses, which are recorded first (rule LZ4). */
function missEarlier(session: Session, index: number, time: Millis): void {
  if (session.rules.classicNoteLock) return;
  const { startTime } = session.map.objects[index]!;
  for (let i = session.waiting.first(); i !== -1; i = session.waiting.after(i)) {
    if (session.map.objects[i]!.startTime >= startTime) return;
    const state = session.states[i]!;
    if ('spinner' in state || isPressed(state)) continue;
    if ('circle' in state) judgeCircle(session, state, 'miss', time);
    else judgeHead(session, state, 'miss', time);
  }
}

function updateCircle(session: Session, state: CircleState, time: Millis): void {
  if (time - state.circle.startTime > session.rules.windows.meh) judgeCircle(session, state, 'miss', time);
}

function updateSlider(session: Session, state: LazerSliderState, now: Moment): void {
  const { time } = now;
  const lost = trackLazerSlider(state, now);
  if (lost && session.rules.strictTracking) notePoints(session, state, loseEnd(state, time), time);
  notePoints(session, state, judgeLazerPoints(state, time), time);
  if (state.headResult === null && time - state.slider.startTime > session.rules.windows.meh) {
    judgeHead(session, state, 'miss', time);
  }
  if (!isLazerSliderOver(state, time)) return;
  const result = finishLazerSlider(state, time, session.rules.classicSliders);
  note(session, state.index, 'slider', result, time, { ...noPress, at: state.slider.endPosition });
  session.waiting.remove(state.index);
}

function notePoints(session: Session, state: LazerSliderState, judged: readonly JudgedPoint[], time: Millis): void {
  for (const { point, hit } of judged) {
    const { kind, time: pointTime } = state.slider.points[point]!;
    const at = ballAt(state.slider, pointTime);
    note(session, state.index, kind, hit ? 'hit' : 'miss', time, { ...noPress, at, point });
  }
}

function updateSpinner(session: Session, state: LazerSpinnerState, now: Moment): void {
  const { spinner } = state;
  const turns = session.rules.spunOut
    ? spinByItself(state, now.time)
    : turnLazerSpinner(state, {
        time: now.time,
        cursor: now.cursor,
        held: now.held !== 0,
        rate: rateAt(session.rules.songClock, now.time),
      });
  for (const result of turns) note(session, state.index, 'spin', result, now.time, { ...noPress, at: spinner.at });
  if (now.time < spinner.endTime) return;
  const result = finishLazerSpinner(state, now.time);
  note(session, state.index, 'spinner', result, now.time, { ...noPress, at: spinner.at });
  session.waiting.remove(state.index);
}

function note(
  session: Session,
  object: number,
  part: Judgement['part'],
  result: Result,
  time: Millis,
  details: PressDetails & { readonly at: OsuPoint; readonly point?: number },
): void {
  session.judgements.push({ time, object, part, result, ...details, point: details.point ?? null });
}
