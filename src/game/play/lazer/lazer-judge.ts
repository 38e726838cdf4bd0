import { type PlayableMap, rateAt } from '../../beatmap/index.ts';
import { type ReplayFrame, type ReplayFrames, readFrame } from '../../replay/index.ts';
import type { Millis } from '../../units.ts';
import { buttonsOfKeys, leftButton, rightButton } from '../judging/buttons.ts';
import type { CircleState } from '../judging/circle-state.ts';
import { objectPlayOf } from '../judging/object-plays.ts';
import { recordJudgement } from '../judging/record-judgement.ts';
import type { JudgedFrames } from '../play.ts';
import { cursorBetween, forwardFrames } from './lazer-frames.ts';
import { type JudgedInput, type LazerJudging, startLazerJudging } from './lazer-judging.ts';
import { inputOn, seenCircle, seenPoint } from './lazer-positions.ts';
import { handlePress } from './lazer-presses.ts';
import { judgeCircle, judgeHead, recordPoints } from './lazer-results.ts';
import type { LazerRules } from './lazer-rules.ts';
import {
  finishLazerSlider,
  isLazerSliderOver,
  judgeLazerPoints,
  type LazerSliderState,
  loseEnd,
  trackLazerSlider,
} from './lazer-slider.ts';
import { finishLazerSpinner, type LazerSpinnerState, spinByItself, turnLazerSpinner } from './lazer-spinner.ts';

/**
 * Judges at every frame and at every whole millisecond between frames, as a client with a high update rate does (rule
 * LZ1).
 */
export function judgeLazer(map: PlayableMap, recorded: ReplayFrames, rules: LazerRules): JudgedFrames {
  const frames = forwardFrames(recorded);
  const judging = startLazerJudging(map, rules);
  const { radius } = rules;
  const last = frames.count - 1;
  let heldBefore = 0;
  for (let i = 0; i <= last; i++) {
    const frame = readFrame(frames, i);
    const { time, x, y, keys } = frame;
    const held = buttonsOfKeys(keys);
    judging.pending.advance(time);
    update(judging, { time, cursor: { x, y }, held, pressed: held & ~heldBefore, radius });
    heldBefore = held;
    if (i === last) finishStartedObjects(judging, frame);
    else {
      const next = readFrame(frames, i + 1);
      forEachTimeBetween(judging, { from: time, to: next.time }, (between) =>
        update(judging, { time: between, cursor: cursorBetween(frame, next, between), held, pressed: 0, radius }),
      );
    }
  }
  return {
    judgements: judging.judgements,
    objects: judging.states.map(objectPlayOf),
    presses: judging.presses,
    ...(judging.entryAngles && { entryAngles: judging.entryAngles.angles }),
  };
}

/** Frames are about 17 ms apart; in a gap of seconds, the judged inputs are further apart. */
const maxInputsBetweenFrames = 1000;

/** Calls `visit` for every whole millisecond between two times at which an object is visible. */
function forEachTimeBetween(
  judging: LazerJudging,
  { from, to }: { readonly from: Millis; readonly to: Millis },
  visit: (time: Millis) => void,
): void {
  const { pending } = judging;
  const step = Math.max(1, Math.ceil((to - from) / maxInputsBetweenFrames));
  for (let time = Math.floor(from) + 1; time < to && judging.inputsLeft > 0; time += step) {
    pending.advance(time);
    if (pending.first() === null) {
      time = Math.max(time, Math.ceil(pending.nextAppearance()) - step);
      continue;
    }
    judging.inputsLeft--;
    visit(time);
  }
}

const maxInputsAfterLastFrame = 100_000;

/** After the last frame, buttons and cursor stay as they are, and objects that have started are judged. */
function finishStartedObjects(judging: LazerJudging, { time: from, x, y, keys }: ReplayFrame): void {
  const { pending, rules } = judging;
  const cursor = { x, y };
  const held = buttonsOfKeys(keys);
  let until = from;
  for (let entry = pending.first(); entry !== null; entry = entry.next) {
    const { startTime, endTime } = entry.state.object;
    if (startTime <= from) until = Math.max(until, endTime, startTime + rules.windows.meh);
  }
  const step = Math.max(1, Math.ceil((until - from) / maxInputsAfterLastFrame));
  for (let time = Math.floor(from) + 1; time <= until + step; time += step) {
    pending.advance(from);
    update(judging, { time, cursor, held, pressed: 0, radius: rules.radius });
  }
}

/** Handles presses first, then all visible objects from the latest to the earliest (rule LZ2). */
function update(judging: LazerJudging, now: JudgedInput): void {
  if ((now.pressed & leftButton) !== 0) handlePress(judging, now, leftButton);
  if ((now.pressed & rightButton) !== 0) handlePress(judging, now, rightButton);
  judging.entryAngles?.appear(now.time);
  for (let entry = judging.pending.last(); entry !== null; entry = entry.previous) {
    const { state } = entry;
    if (state.finished) continue;
    judging.updates.spend();
    if (state.kind === 'circle') updateCircle(judging, state, now.time);
    else if (state.kind === 'slider') updateSlider(judging, state, now);
    else updateSpinner(judging, state, now);
  }
}

function updateCircle(judging: LazerJudging, state: CircleState, time: Millis): void {
  if (time - state.object.startTime > judging.rules.windows.meh) judgeCircle(judging, state, { time, result: 'miss' });
}

function updateSlider(judging: LazerJudging, state: LazerSliderState, now: JudgedInput): void {
  const { rules } = judging;
  const { time } = now;
  const lost = trackLazerSlider(state, inputOn(judging, state, now));
  if (lost && rules.strictTracking) recordPoints(judging, state, loseEnd(state, time));
  recordPoints(judging, state, judgeLazerPoints(state, time));
  if (state.headResult === null && time - state.object.startTime > rules.windows.meh) {
    judgeHead(judging, state, { time, result: 'miss' });
  }
  if (!isLazerSliderOver(state, time)) return;
  const result = finishLazerSlider(state, time, rules.classicSliders);
  judging.entryAngles?.judge(state.object, time);
  const at = seenPoint(judging, state.object, { point: state.object.endPosition, time });
  recordJudgement(judging.judgements, state.object, { time, part: 'slider', result, at });
  judging.pending.remove(state);
}

function updateSpinner(judging: LazerJudging, state: LazerSpinnerState, now: JudgedInput): void {
  const { rules, judgements, pending } = judging;
  if (now.time >= state.object.startTime) judging.spinnerUpdates.spend();
  const { time, cursor, held } = inputOn(judging, state, now);
  const turns = rules.spunOut
    ? spinByItself(state, time)
    : turnLazerSpinner(state, { time, cursor, held: held !== 0, rate: rateAt(rules.songClock, time) });
  for (const result of turns) {
    judging.entryAngles?.judgeTurn(state.object);
    recordJudgement(judgements, state.object, { time, part: 'spin', result });
  }
  if (time < state.object.endTime) return;
  const result = finishLazerSpinner(state, time);
  judging.entryAngles?.judge(state.object, time);
  recordJudgement(judgements, state.object, {
    time,
    part: 'spinner',
    result,
    at: seenCircle(judging, state.object, time),
  });
  pending.remove(state);
}
