import { difficultyRange, type PlayableSpinner } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import type { SpinnerTurns } from '../motion/entry-angles.ts';
import type { Result } from '../play.ts';

const spinnerCentre: OsuPoint = { x: 256, y: 192 };
/** Turns between the last required one and the first bonus. */
const bonusGap = 2;
/** The displayed speed is an average over this time. */
const speedWindowMs = 595;
/** The minimum time between two stored samples; enough for drawing. */
const sampleIntervalMs = 8;

/** The state of a spinner during judging by lazer's rules. Rotation is in degrees, turns are whole turns. */
export interface LazerSpinnerState {
  readonly kind: 'spinner';
  readonly object: PlayableSpinner;
  readonly required: number;
  readonly requiredForGreat: number;
  readonly bonusTurns: number;
  lastAngle: number | null;
  rotation: number;
  /** The rotation at which the current turn began. */
  turnOrigin: number;
  furthest: number;
  turns: number;
  clearedAt: Millis | null;
  readonly times: number[];
  readonly angles: number[];
  readonly progress: number[];
  readonly rpms: number[];
  /** The first sample inside the window of the displayed speed. */
  speedFrom: number;
  readonly bonuses: Millis[];
  finished: boolean;
  judgedAt: Millis | null;
  result: Result | null;
}

export function newLazerSpinner(object: PlayableSpinner, od: number): LazerSpinnerState {
  const seconds = (object.endTime - object.startTime) / 1000;
  const required = Math.trunc((difficultyRange(od, [90, 150, 225]) / 60) * seconds + 0.0001);
  const maxTurns = Math.trunc((difficultyRange(od, [250, 380, 430]) / 60) * seconds + 0.0001);
  return {
    kind: 'spinner',
    object,
    required,
    requiredForGreat: required,
    bonusTurns: Math.max(0, maxTurns - required - bonusGap),
    lastAngle: null,
    rotation: 0,
    turnOrigin: 0,
    furthest: 0,
    turns: 0,
    clearedAt: null,
    times: [],
    angles: [],
    progress: [],
    rpms: [],
    speedFrom: 0,
    bonuses: [],
    finished: false,
    judgedAt: null,
    result: null,
  };
}

/** The turns of a spinner that give a result, made or not. */
export function turnsWithResults({ required, bonusTurns }: LazerSpinnerState): SpinnerTurns {
  return { normal: required + bonusGap, bonus: bonusTurns };
}

export interface LazerTurn {
  readonly time: Millis;
  readonly cursor: OsuPoint;
  readonly held: boolean;
  readonly rate: number;
}

/** Turns the spinner with the cursor; returns one result per completed turn (rules LZ12, LZ13). */
export function turnLazerSpinner(state: LazerSpinnerState, turn: LazerTurn): Result[] {
  const angle = (Math.atan2(turn.cursor.y - spinnerCentre.y, turn.cursor.x - spinnerCentre.x) * 180) / Math.PI;
  const change = state.lastAngle === null ? 0 : wrapDegrees(angle - state.lastAngle);
  state.lastAngle = angle;
  const { startTime, endTime } = state.object;
  if (turn.time < startTime || turn.time >= endTime) return [];
  return turn.held ? addRotation(state, change * turn.rate, turn.time) : addRotation(state, 0, turn.time);
}

/** Spun Out turns slightly more than required, evenly over the duration. */
export function spinByItself(state: LazerSpinnerState, time: Millis): Result[] {
  const { startTime, endTime } = state.object;
  if (time < startTime || time >= endTime) return [];
  const target = (360 * 1.01 * state.required * (time - startTime)) / (endTime - startTime);
  return addRotation(state, target - state.rotation, time);
}

export function finishLazerSpinner(state: LazerSpinnerState, time: Millis): Result {
  const turned = state.turns + state.furthest / 360;
  const progress = state.required === 0 ? 1 : turned / state.required;
  state.finished = true;
  state.judgedAt = time;
  state.result = progress >= 1 ? 'great' : progress > 0.9 ? 'ok' : progress > 0.75 ? 'meh' : 'miss';
  return state.result;
}

/** Turning back must first undo the angle, so shaking back and forth gains nothing. */
function addRotation(state: LazerSpinnerState, degrees: number, time: Millis): Result[] {
  state.rotation += degrees;
  state.furthest = Math.max(state.furthest, Math.abs(state.rotation - state.turnOrigin));
  const results: Result[] = [];
  while (state.furthest >= 360) {
    state.turnOrigin += state.rotation > state.turnOrigin ? 360 : -360;
    state.furthest = Math.abs(state.rotation - state.turnOrigin);
    state.turns++;
    if (state.turns <= state.required + bonusGap) results.push('points');
    else {
      state.bonuses.push(time);
      if (state.bonuses.length <= state.bonusTurns) results.push('bonus');
    }
  }
  const turned = state.turns + state.furthest / 360;
  if (state.clearedAt === null && turned >= state.required) state.clearedAt = time;
  if (results.length > 0 || !(time - state.times.at(-1)! < sampleIntervalMs)) {
    state.times.push(time);
    state.angles.push((state.rotation * Math.PI) / 180);
    state.progress.push(turned);
    state.rpms.push(speedOf(state, time));
  }
  return results;
}

function speedOf(state: LazerSpinnerState, time: Millis): number {
  while (state.times[state.speedFrom]! < time - speedWindowMs) state.speedFrom++;
  const since = state.times[state.speedFrom]!;
  if (time <= since) return 0;
  const turns = Math.abs(state.angles.at(-1)! - state.angles[state.speedFrom]!) / (2 * Math.PI);
  return (turns / (time - since)) * 60_000;
}

function wrapDegrees(degrees: number): number {
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}
