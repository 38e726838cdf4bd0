import { difficultyRange, type PlayableSpinner } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';
import type { Result } from '../play.ts';
import type { StableRules } from './stable-rules.ts';

const frameTimeMs = 1000 / 60;
/** Only a client that is too slow for 60 frames per second records frames that are further apart than this. */
const slowFrameMs = 2 * frameTimeMs;
/** 0.05 radians per millisecond are 477 turns per minute, the game's maximum. */
const maxVelocity = 0.05;
const autoVelocity = 0.03;
const centreX = 256;
const centreY = 192;

/** The state of a spinner during judging. Angles are in radians, turns are half turns. */
export interface SpinnerState {
  readonly kind: 'spinner';
  readonly object: PlayableSpinner;
  readonly required: number;
  readonly requiredForGreat: number;
  readonly maxAcceleration: number;
  lastAngle: number;
  /** When the cursor's angle was last measured; null before the first time. */
  measuredAt: Millis | null;
  velocity: number;
  theoreticalVelocity: number;
  frameVariance: number;
  framesWithoutMotion: number;
  angle: number;
  /** Clients that count net half turns have the direction as the sign. */
  halfTurns: number;
  wholeHalfTurns: number;
  spins: number;
  rpm: number;
  clearedAt: Millis | null;
  readonly times: number[];
  readonly angles: number[];
  readonly progress: number[];
  readonly rpms: number[];
  readonly bonuses: Millis[];
  finished: boolean;
  judgedAt: Millis | null;
  result: Result | null;
}

export function newSpinner(object: PlayableSpinner, od: number, newSpinners: boolean): SpinnerState {
  const duration = object.endTime - object.startTime;
  const required = requiredSpins(object, od);
  return {
    kind: 'spinner',
    object,
    required,
    requiredForGreat: !newSpinners ? required + 2 : required === 0 ? 0 : required + 1,
    maxAcceleration: 0.00008 + Math.max(0, (5000 - duration) / 1000 / 2000),
    lastAngle: 0,
    measuredAt: null,
    velocity: 0,
    theoreticalVelocity: 0,
    frameVariance: frameTimeMs,
    framesWithoutMotion: 0,
    angle: 0,
    halfTurns: 0,
    wholeHalfTurns: 0,
    spins: 0,
    rpm: 0,
    clearedAt: null,
    times: [],
    angles: [],
    progress: [],
    rpms: [],
    bonuses: [],
    finished: false,
    judgedAt: null,
    result: null,
  };
}

/** The number of half turns that a spinner requires (rule SN4). */
export function requiredSpins({ startTime, endTime }: PlayableSpinner, od: number): number {
  return Math.trunc(((endTime - startTime) / 1000) * difficultyRange(od, [3, 5, 7.5]));
}

export interface SpinnerFrame {
  readonly time: Millis;
  /** Song time since the previous frame. */
  readonly elapsed: Millis;
  readonly x: number;
  readonly y: number;
  readonly held: boolean;
  /** Whether the client recorded the frame only because smoke started or stopped (rule SN9). */
  readonly smokeOnly: boolean;
}

/** Turns the spinner for one frame; returns the results of the completed half turns (rules SN1 to SN3, SN7 to SN11). */
export function turnSpinner(state: SpinnerState, frame: SpinnerFrame, rules: StableRules): readonly Result[] {
  const { startTime, endTime } = state.object;
  const steps = countSteps(frame.elapsed / rules.clockRate, rules);
  const step = frame.elapsed / steps;
  const results: Result[] = [];
  if (rules.measuresBeforeTurning && !frame.smokeOnly) aim(state, frame, rules);
  for (let left = steps - 1; left >= 0; left--) {
    const time = frame.time - left * step;
    if (time <= startTime || time > endTime) continue;
    accelerate(state, step, rules);
    rotate(state, step, rules);
    const result = countSpin(state, Math.min(frame.time, endTime), rules);
    if (result !== null) results.push(result);
  }
  if (!rules.measuresBeforeTurning && !frame.smokeOnly) aim(state, frame, rules);
  state.times.push(Math.min(frame.time, endTime));
  state.angles.push(state.angle);
  state.progress.push(state.spins);
  state.rpms.push(state.rpm);
  return results;
}

/** The number of times that the client turned the spinner since the frame before (rule SN7). */
function countSteps(realMs: Millis, { spinnerStepMs }: StableRules): number {
  return realMs > slowFrameMs ? 1 : Math.max(1, Math.round(realMs / spinnerStepMs));
}

/** The spinner's result at its end (rule SN4). */
export function finishSpinner(state: SpinnerState, time: Millis, rules: StableRules): Result {
  const { spins, required, requiredForGreat } = state;
  state.finished = true;
  state.judgedAt = time;
  if (rules.newSpinners) {
    if (spins >= requiredForGreat) state.result = 'great';
    else if (spins >= required - 1) state.result = 'ok';
    else state.result = spins >= Math.trunc(required / 4) ? 'meh' : 'miss';
  } else if (spins >= requiredForGreat) state.result = 'great';
  else if (spins >= required + 1) state.result = 'ok';
  else state.result = spins >= required ? 'meh' : 'miss';
  return state.result;
}

/** Moves the velocity towards the cursor's, limited by the maximum acceleration. */
function accelerate(state: SpinnerState, elapsed: Millis, rules: StableRules): void {
  if (rules.spunOut || rules.autopilot) {
    state.velocity = autoVelocity;
    return;
  }
  const maxChange = (state.maxAcceleration * elapsed) / rules.clockRate;
  const change = state.theoreticalVelocity - state.velocity;
  const reversing = change > 0 ? state.velocity < 0 : state.velocity > 0;
  const limit = rules.relax && reversing ? maxChange / 4 : maxChange;
  state.velocity += change > 0 ? Math.min(change, limit) : Math.max(change, -limit);
  state.velocity = Math.max(-maxVelocity, Math.min(state.velocity, maxVelocity));
}

/** One step turns the spinner by at most half a turn (rule SN3). */
function rotate(state: SpinnerState, elapsed: Millis, { clockRate, netHalfTurns }: StableRules): void {
  const rotation = state.velocity * elapsed;
  state.angle += rotation / clockRate;
  const halfTurns = Math.min(1, Math.fround(Math.abs(Math.fround(rotation) / Math.PI)));
  state.halfTurns = Math.fround(state.halfTurns + (netHalfTurns && rotation < 0 ? -halfTurns : halfTurns));
  const decay = 0.9 ** (elapsed / frameTimeMs);
  state.rpm = state.rpm * decay + (((1 - decay) * (Math.abs(state.velocity) * 1000)) / (Math.PI * 2)) * 60;
}

/** Measures the cursor's velocity, which the spinner approaches until the next measurement. */
function aim(state: SpinnerState, frame: SpinnerFrame, rules: StableRules): void {
  const elapsed = state.measuredAt === null ? frame.elapsed : frame.time - state.measuredAt;
  const angle = Math.fround(Math.atan2(Math.fround(frame.y - centreY), Math.fround(frame.x - centreX)));
  if (rules.newSpinners && state.measuredAt === null) state.lastAngle = angle;
  state.measuredAt = frame.time;
  let change = angle - state.lastAngle;
  if (change < -Math.PI) change += 2 * Math.PI;
  else if (change > Math.PI) change -= 2 * Math.PI;
  state.lastAngle = angle;

  const decay = 0.999 ** elapsed;
  state.frameVariance = decay * state.frameVariance + (1 - decay) * elapsed;
  if (change === 0) {
    state.framesWithoutMotion++;
    state.theoreticalVelocity = state.framesWithoutMotion < 2 ? state.theoreticalVelocity / 3 : 0;
    return;
  }
  state.framesWithoutMotion = 0;
  if (!frame.held && !rules.relax) change = 0;
  if (Math.abs(change) >= Math.PI) state.theoreticalVelocity = 0;
  else if (state.frameVariance / rules.clockRate > frameTimeMs * 1.04) {
    state.theoreticalVelocity = elapsed > 0 ? change / (elapsed / rules.clockRate) : 0;
  } else state.theoreticalVelocity = change / frameTimeMs;
}

/** A step counts at most one half turn (rule SN3). */
function countSpin(state: SpinnerState, time: Millis, rules: StableRules): Result | null {
  const whole = Math.trunc(Math.abs(state.halfTurns));
  if (whole === state.wholeHalfTurns) return null;
  state.wholeHalfTurns = whole;
  state.spins++;
  const { spins, required } = state;
  if (state.clearedAt === null && spins >= required + (rules.newSpinners ? 0 : 1)) state.clearedAt = time;
  if (spins > required + 3 && (spins - required - 3) % 2 === 0) {
    state.bonuses.push(time);
    return 'bonus';
  }
  if (spins <= 1) return null;
  return spins % 2 === 0 ? 'points' : 'spin';
}
