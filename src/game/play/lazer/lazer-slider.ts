import { ballAt, type PlayableSlider } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { leftButton, rightButton } from '../judging/buttons.ts';
import { followAreaRadii } from '../judging/follow-area.ts';
import { resultOfShare } from '../judging/slider-share.ts';
import type { Result } from '../play.ts';

/** A slider's end counts if the ball is followed at any time in this period before it. */
const tailLeniencyMs = 36;
/** The result of most calls, shared to avoid an allocation per millisecond. */
const noPoints: readonly JudgedPoint[] = [];

/** The state of a slider during judging by lazer's rules. */
export interface LazerSliderState {
  readonly kind: 'slider';
  readonly object: PlayableSlider;
  headJudgedAt: Millis | null;
  headResult: Result | null;
  /** The button of the first press on the head, hit or not; 0 before. */
  headButton: number;
  /**
   * When any button began to count for following the ball; null while only `headButton` counts, or before the first press
   * on the head.
   */
  anyButtonSince: Millis | null;
  buttonsBefore: number;
  tracking: boolean;
  /** When tracking began and ended, in turn. */
  readonly trackingChanges: number[];
  /** When each point was judged (NaN before), and whether it was hit. */
  readonly pointTimes: Float64Array;
  readonly pointHits: boolean[];
  /** The first tick or repeat that is not judged yet; the end has its own rules. */
  nextTick: number;
  finished: boolean;
  judgedAt: Millis | null;
  result: Result | null;
}

/** The cursor and the held buttons at one time, and the radius of the circles. */
export interface LazerInput {
  readonly time: Millis;
  readonly cursor: OsuPoint;
  readonly held: number;
  readonly radius: number;
}

export function newLazerSlider(object: PlayableSlider): LazerSliderState {
  return {
    kind: 'slider',
    object,
    headJudgedAt: null,
    headResult: null,
    headButton: 0,
    anyButtonSince: null,
    buttonsBefore: 0,
    tracking: false,
    trackingChanges: [],
    pointTimes: new Float64Array(object.points.length).fill(Number.NaN),
    pointHits: object.points.map(() => false),
    nextTick: 0,
    finished: false,
    judgedAt: null,
    result: null,
  };
}

/**
 * Follows the ball, also before the start and before the head is hit. Returns true if the ball was lost after the start
 * (rules LZ6, LZ7).
 */
export function trackLazerSlider(state: LazerSliderState, now: LazerInput): boolean {
  const wasTracking = state.tracking;
  // The common case: no button is held and the ball is not followed.
  if (now.held === 0 && !wasTracking && state.headButton === 0) {
    state.buttonsBefore = 0;
    state.anyButtonSince = null;
    return false;
  }
  const buttons = countingButtons(state, now);
  const follows = buttons !== 0 && isFollowing(state, now, wasTracking ? followAreaRadii : 1);
  setTracking(state, follows, now.time);
  return wasTracking && !follows && now.time >= state.object.startTime;
}

/** Judges ticks and repeats at their time, and the end within its leniency (rule LZ9). */
export function judgeLazerPoints(state: LazerSliderState, time: Millis): readonly JudgedPoint[] {
  const { points, endTime } = state.object;
  const end = points.length - 1;
  const nextTime = state.nextTick < end ? points[state.nextTick]!.time : endTime - tailLeniencyMs;
  if (state.headResult === null || time < nextTime) return noPoints;
  const judged: JudgedPoint[] = [];
  while (state.nextTick < end && points[state.nextTick]!.time <= time) {
    judged.push(judgePoint(state, { point: state.nextTick++, hit: state.tracking, time }));
  }
  if (state.nextTick < end || isEndJudged(state)) return judged;
  if (state.tracking ? time >= endTime - tailLeniencyMs : time >= endTime) {
    judged.push(judgePoint(state, { point: end, hit: state.tracking, time }));
  }
  return judged;
}

/** With Strict Tracking, losing the ball misses the end at once (rule LZ11). */
export function loseEnd(state: LazerSliderState, time: Millis): readonly JudgedPoint[] {
  return isEndJudged(state) ? noPoints : [judgePoint(state, { point: lastPoint(state), hit: false, time })];
}

function lastPoint(state: LazerSliderState): number {
  return state.object.points.length - 1;
}

function isPointJudged(state: LazerSliderState, point: number): boolean {
  return !Number.isNaN(state.pointTimes[point]);
}

function isEndJudged(state: LazerSliderState): boolean {
  return isPointJudged(state, lastPoint(state));
}

/** The result of a slider point; `point` is its index. */
export interface JudgedPoint {
  readonly point: number;
  readonly hit: boolean;
  readonly time: Millis;
}

/**
 * Runs right after the head is hit late: points that have passed are hit if the cursor reaches all of them from its
 * position, and following begins with the larger radius (rule LZ8).
 */
export function catchUp(state: LazerSliderState, now: LazerInput): JudgedPoint[] {
  if (!isWithin(now.cursor, ballAt(state.object, now.time), now.radius * followAreaRadii)) return [];
  const { points } = state.object;
  const passed: number[] = [];
  for (let i = state.nextTick; i < points.length && points[i]!.time <= now.time; i++) {
    if (!isPointJudged(state, i)) passed.push(i);
  }
  const allInside = passed.every((i) =>
    isWithin(now.cursor, ballAt(state.object, points[i]!.time), now.radius * followAreaRadii),
  );
  const judged = passed.map((i) => judgePoint(state, { point: i, hit: allInside, time: now.time }));
  state.nextTick = Math.max(state.nextTick, Math.min((passed.at(-1) ?? -1) + 1, points.length - 1));
  const inArea = allInside || isFollowing(state, now, 1);
  setTracking(state, inArea && now.held !== 0, now.time);
  return judged;
}

/** Whether the slider has ended and all its parts are judged. */
export function isLazerSliderOver(state: LazerSliderState, time: Millis): boolean {
  return time >= state.object.endTime && state.headResult !== null && isEndJudged(state);
}

/** With classic sliders the fraction of hit parts decides, otherwise whether any part was hit (rule LZ10). */
export function finishLazerSlider(state: LazerSliderState, time: Millis, classic: boolean): Result {
  const hits = state.pointHits.filter((hit) => hit).length + (state.headResult === 'miss' ? 0 : 1);
  const share = hits / (state.object.points.length + 1);
  state.finished = true;
  state.judgedAt = time;
  if (!classic) state.result = hits > 0 ? 'hit' : 'miss';
  else state.result = resultOfShare(share);
  setTracking(state, false, time);
  return state.result;
}

function judgePoint(state: LazerSliderState, judged: JudgedPoint): JudgedPoint {
  state.pointTimes[judged.point] = judged.time;
  state.pointHits[judged.point] = judged.hit;
  return judged;
}

/**
 * Normally any held button follows the ball. If the other button was already down when the head was hit, only the
 * button that hit it counts until the other is released.
 */
function countingButtons(state: LazerSliderState, now: LazerInput): number {
  const { headButton } = state;
  if (headButton === 0) state.anyButtonSince = null;
  else if (state.anyButtonSince === null && (state.buttonsBefore & otherButton(headButton)) === 0) {
    state.anyButtonSince = now.time;
  }
  state.buttonsBefore = now.held;
  const onlyHeads = headButton !== 0 && (state.anyButtonSince === null || now.time <= state.anyButtonSince);
  return onlyHeads ? now.held & headButton : now.held;
}

function otherButton(button: number): number {
  return button === leftButton ? rightButton : leftButton;
}

function isFollowing(state: LazerSliderState, now: LazerInput, radii: number): boolean {
  return isWithin(now.cursor, ballAt(state.object, now.time), now.radius * radii);
}

export function isWithin(cursor: OsuPoint, centre: OsuPoint, radius: number): boolean {
  const dx = cursor.x - centre.x;
  const dy = cursor.y - centre.y;
  return dx * dx + dy * dy <= radius * radius;
}

function setTracking(state: LazerSliderState, tracking: boolean, time: Millis): void {
  if (tracking === state.tracking) return;
  state.tracking = tracking;
  state.trackingChanges.push(time);
}
