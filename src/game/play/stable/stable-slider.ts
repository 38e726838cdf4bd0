import { ballAt, type PlayableSlider, type SliderPoint } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { type Buttons, bothButtons, newestButton } from '../judging/buttons.ts';
import { followAreaRadii } from '../judging/follow-area.ts';
import { resultOfShare } from '../judging/slider-share.ts';
import type { Result } from '../play.ts';
import { capByHead } from './score-v2.ts';

/** The state of a slider during judging. */
export interface SliderState {
  readonly kind: 'slider';
  readonly object: PlayableSlider;
  headJudgedAt: Millis | null;
  headResult: Result | null;
  /** The button that follows the ball; 0 if none. */
  downButton: number;
  tracking: boolean;
  trackedSince: Millis;
  /** When tracking began and ended, in turn. */
  readonly trackingChanges: number[];
  readonly pointTimes: Millis[];
  readonly pointHits: boolean[];
  hits: number;
  finished: boolean;
  judgedAt: Millis | null;
  result: Result | null;
}

export function newSlider(object: PlayableSlider): SliderState {
  return {
    kind: 'slider',
    object,
    headJudgedAt: null,
    headResult: null,
    downButton: 0,
    tracking: false,
    trackedSince: 0,
    trackingChanges: [],
    pointTimes: [],
    pointHits: [],
    hits: 0,
    finished: false,
    judgedAt: null,
    result: null,
  };
}

export interface SliderFrame {
  readonly time: Millis;
  readonly x: number;
  readonly y: number;
  readonly buttons: Buttons;
  readonly radius: number;
  readonly relax: boolean;
}

/** The result of the slider point that a frame judged. */
export interface JudgedPoint {
  readonly point: number;
  readonly part: SliderPoint['kind'];
  readonly hit: boolean;
  readonly at: OsuPoint;
}

/** Follows the ball for one frame and judges at most one point (rules SJ1 to SJ5). */
export function trackSlider(state: SliderState, frame: SliderFrame): JudgedPoint | null {
  const slider = state.object;
  const ball = ballAt(slider, frame.time);
  const held = buttonKeepsBall(state, frame.buttons) || frame.relax;
  const follows =
    held && isWithin(frame, ball, state.tracking ? Math.fround(frame.radius * followAreaRadii) : frame.radius);
  if (follows && !state.tracking) startTracking(state, frame.time);

  const next = state.pointTimes.length;
  const point = slider.points[next];
  let judged: JudgedPoint | null = null;
  if (point !== undefined && point.judgedAt <= frame.time) {
    const hit = follows && state.trackedSince <= point.judgedAt;
    state.pointTimes.push(frame.time);
    state.pointHits.push(hit);
    if (hit) state.hits++;
    judged = { point: next, part: point.kind, hit, at: ball };
  }
  if (!follows && state.tracking && state.pointTimes.length < slider.points.length) stopTracking(state, frame.time);
  return judged;
}

/** The fraction of head and points that were hit decides (rule SJ6). */
export function finishSlider(state: SliderState, time: Millis, scoreV2: boolean): Result {
  const hits = state.hits + (state.headResult !== null && state.headResult !== 'miss' ? 1 : 0);
  const share = hits / (state.object.points.length + 1);
  state.finished = true;
  state.judgedAt = time;
  const result = resultOfShare(share);
  state.result = scoreV2 ? capByHead(result, state.headResult) : result;
  if (state.tracking) stopTracking(state, Math.min(time, state.object.endTime));
  return state.result;
}

/**
 * Any held button follows the ball, except one that was already down before the second was pressed: releasing the
 * second button then loses the ball (rule SJ2).
 */
function buttonKeepsBall(state: SliderState, buttons: Buttons): boolean {
  if (buttons.held === 0) {
    state.downButton = 0;
    return false;
  }
  const swapped = !(buttons.heldBefore === bothButtons && buttons.heldBeforeThat === buttons.held);
  if (state.downButton === 0 || (buttons.held !== bothButtons && swapped)) {
    state.downButton = newestButton(buttons);
    return true;
  }
  return swapped || (buttons.held & state.downButton) !== 0;
}

/** Compares squares with the precision of the client's x87 FPU: differences in 32 bits, products in 64 (rule SJ3). */
function isWithin(frame: SliderFrame, ball: OsuPoint, radius: number): boolean {
  const dx = Math.fround(frame.x - Math.fround(ball.x));
  const dy = Math.fround(frame.y - Math.fround(ball.y));
  return Math.fround(dx * dx + dy * dy) < Math.fround(radius * radius);
}

function startTracking(state: SliderState, time: Millis): void {
  state.tracking = true;
  state.trackedSince = time;
  state.trackingChanges.push(time);
}

function stopTracking(state: SliderState, time: Millis): void {
  state.tracking = false;
  state.trackingChanges.push(time);
}
