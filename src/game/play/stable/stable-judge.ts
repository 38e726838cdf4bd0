import type { PlayableMap } from '../../beatmap/index.ts';
import { type ReplayFrames, readFrame } from '../../replay/index.ts';
import type { Millis } from '../../units.ts';
import { buttonsOfKeys, newestButton, updateButtons } from '../judging/buttons.ts';
import { finishCircle } from '../judging/circle-state.ts';
import { objectPlayOf } from '../judging/object-plays.ts';
import { recordJudgement } from '../judging/record-judgement.ts';
import type { JudgedFrames } from '../play.ts';
import type { Deadline } from './deadlines.ts';
import { type StableFrame, type StableJudging, startStableJudging } from './stable-judging.ts';
import { handlePresses, relaxButtons } from './stable-presses.ts';
import type { StableRules } from './stable-rules.ts';
import { finishSlider, type SliderState, trackSlider } from './stable-slider.ts';
import { finishSpinner, turnSpinner } from './stable-spinner.ts';

const firstFrameElapsedMs = 1000 / 60;
const smokeKey = 16;

/** Judges frame by frame, as the client does: presses, then sliders and spinners, then deadlines (rule FR3). */
export function judgeStable(map: PlayableMap, frames: ReplayFrames, rules: StableRules): JudgedFrames {
  const judging = startStableJudging(map, rules);
  let previousTime: Millis | null = null;
  let previousKeys = 0;
  for (let i = 0; i < frames.count; i++) {
    const { time, x, y, keys } = readFrame(frames, i);
    const elapsed: Millis = previousTime === null ? firstFrameElapsedMs : time - previousTime;
    const frame = { time, elapsed, cursor: { x, y }, smokeOnly: (keys ^ previousKeys) === smokeKey };
    judging.pending.advance(time);
    updateButtons(judging.buttons, rules.relax ? relaxButtons(judging, time) : buttonsOfKeys(keys));
    if (judging.buttons.pressed !== 0) handlePresses(judging, frame);
    followSlider(judging, frame);
    turnSpinners(judging, frame);
    meetDeadlines(judging, time);
    previousTime = time;
    previousKeys = keys;
  }
  if (previousTime !== null) finishStartedObjects(judging, previousTime);
  return { judgements: judging.judgements, objects: judging.states.map(objectPlayOf), presses: judging.presses };
}

/** Only the first unfinished slider is followed, even when several overlap (rule SJ1). */
function followSlider(judging: StableJudging, { time, cursor }: StableFrame): void {
  const { sliders, rules, buttons } = judging;
  while (sliders[judging.firstSlider]?.finished) judging.firstSlider++;
  const state = sliders[judging.firstSlider];
  if (state === undefined || time < state.object.startTime) return;
  const { radius, relax } = rules;
  const judged = trackSlider(state, { time, x: cursor.x, y: cursor.y, buttons, radius, relax });
  if (judged === null) return;
  const { part, hit, point, at } = judged;
  recordJudgement(judging.judgements, state.object, { time, part, result: hit ? 'hit' : 'miss', point, at });
}

/** The frame that ends a spinner still turns it up to its end (rule SN8). */
function turnSpinners(judging: StableJudging, { time, elapsed, cursor, smokeOnly }: StableFrame): void {
  const { spinners, rules, buttons } = judging;
  while (spinners[judging.firstSpinner]?.finished) judging.firstSpinner++;
  for (let i = judging.firstSpinner; i < spinners.length; i++) {
    const state = spinners[i];
    if (state === undefined || time < state.object.startTime) break;
    if (state.finished) continue;
    judging.spinnerUpdates.spend();
    const held = buttons.held !== 0;
    for (const result of turnSpinner(state, { time, elapsed, x: cursor.x, y: cursor.y, held, smokeOnly }, rules)) {
      recordJudgement(judging.judgements, state.object, { time, part: 'spin', result });
    }
  }
}

/** Misses objects that were not pressed in time, and ends sliders and spinners (rules TO1 to TO3). */
function meetDeadlines(judging: StableJudging, time: Millis): void {
  const { deadlines } = judging;
  const firstDue = judging.nextDeadline;
  while ((deadlines[judging.nextDeadline]?.time ?? Number.POSITIVE_INFINITY) <= time) judging.nextDeadline++;
  if (judging.nextDeadline === firstDue) return;
  const due = deadlines.slice(firstDue, judging.nextDeadline).sort(compareInFrame);
  for (const deadline of due) meetDeadline(judging, deadline, time);
}

/** If one frame meets both deadlines of a slider, the missed head comes before the slider's own result. */
function compareInFrame(a: Deadline, b: Deadline): number {
  const byObject = a.state.object.index - b.state.object.index;
  if (byObject !== 0 || a.kind === b.kind) return byObject;
  return a.kind === 'press' ? -1 : 1;
}

function meetDeadline(judging: StableJudging, { state, kind }: Deadline, time: Millis): void {
  if (kind === 'press' && state.kind === 'slider') {
    missHead(judging, state, time);
    return;
  }
  if (state.finished) return;
  const { judgements, rules, pending } = judging;
  if (state.kind === 'circle') {
    finishCircle(state, time, 'miss');
    recordJudgement(judgements, state.object, { time, part: 'circle', result: 'miss' });
  } else if (state.kind === 'spinner') {
    const result = finishSpinner(state, time, rules);
    recordJudgement(judgements, state.object, { time, part: 'spinner', result });
  } else {
    const result = finishSlider(state, time, rules.scoreV2);
    recordJudgement(judgements, state.object, { time, part: 'slider', result });
  }
  pending.remove(state);
}

/** The head of a short slider can still be missed after the slider has ended (rule TO2). */
function missHead(judging: StableJudging, state: SliderState, time: Millis): void {
  if (state.headResult !== null) return;
  state.headJudgedAt = time;
  state.headResult = 'miss';
  state.downButton = newestButton(judging.buttons);
  recordJudgement(judging.judgements, state.object, { time, part: 'head', result: 'miss' });
}

/**
 * The client stops recording when the play is over: objects that have started by then are judged with no button held.
 */
function finishStartedObjects(judging: StableJudging, lastTime: Millis): void {
  updateButtons(judging.buttons, 0);
  for (const deadline of judging.deadlines.slice(judging.nextDeadline)) {
    if (deadline.state.object.startTime <= lastTime) meetDeadline(judging, deadline, deadline.time);
  }
}
