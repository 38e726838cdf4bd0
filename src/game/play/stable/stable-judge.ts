import type { PlayableMap } from '../../beatmap/index.ts';
import type { ReplayFrames } from '../../replay/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { buttonsOfKeys, newestButton, updateButtons } from '../buttons.ts';
import { objectPlayOf } from '../object-plays.ts';
import type { Judgement, ObjectPlay, Press } from '../play.ts';
import type { Deadline } from './deadlines.ts';
import { handlePresses, relaxButtons } from './stable-presses.ts';
import type { StableRules } from './stable-rules.ts';
import { recordJudgement, type Session, startSession } from './stable-session.ts';
import { finishSlider, type SliderState, trackSlider } from './stable-slider.ts';
import { finishSpinner, turnSpinner } from './stable-spinner.ts';

/** The result of judging; score, combo and health are computed from it later. */
export interface JudgedFrames {
  readonly judgements: readonly Judgement[];
  readonly objects: readonly ObjectPlay[];
  readonly presses: readonly Press[];
}

const firstFrameElapsedMs = 1000 / 60;

/** Judges frame by frame, as the client does: presses, then sliders and spinners, then deadlines (rule FR3). */
export function judgeStable(map: PlayableMap, frames: ReplayFrames, rules: StableRules): JudgedFrames {
  const session = startSession(map, rules);
  let previousTime: Millis | null = null;
  for (let i = 0; i < frames.count; i++) {
    const time = frames.times[i]!;
    const cursor = { x: frames.xs[i]!, y: frames.ys[i]! };
    session.waiting.advance(time);
    updateButtons(session.buttons, rules.relax ? relaxButtons(session, time) : buttonsOfKeys(frames.keys[i]!));
    if (session.buttons.pressed !== 0) handlePresses(session, time, cursor);
    followSlider(session, time, cursor);
    turnSpinners(session, time, previousTime === null ? firstFrameElapsedMs : time - previousTime, cursor);
    meetDeadlines(session, time);
    previousTime = time;
  }
  if (previousTime !== null) finishWhatBegan(session, previousTime);
  return { judgements: session.judgements, objects: session.states.map(objectPlayOf), presses: session.presses };
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
    if (result !== null) recordJudgement(session, state.index, 'spin', result, time);
  }
}

/** Misses objects that were not pressed in time, and ends sliders and spinners (rules TO1 to TO3). */
function meetDeadlines(session: Session, time: Millis): void {
  const due: Deadline[] = [];
  while (session.nextDeadline < session.deadlines.length && session.deadlines[session.nextDeadline]!.time <= time) {
    due.push(session.deadlines[session.nextDeadline++]!);
  }
  // If one frame meets both deadlines, the missed head comes before the slider's own result.
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
    recordJudgement(session, state.index, 'circle', 'miss', time);
  } else if ('spinner' in state) {
    recordJudgement(session, state.index, 'spinner', finishSpinner(state, time, session.rules), time);
  } else {
    recordJudgement(session, state.index, 'slider', finishSlider(state, time, session.rules.scoreV2), time);
  }
  session.waiting.remove(state.index);
}

/** The head of a short slider can still be missed after the slider has ended (rule TO2). */
function missHead(session: Session, state: SliderState, time: Millis): void {
  if (state.headResult !== null) return;
  state.headJudgedAt = time;
  state.headResult = 'miss';
  state.downButton = newestButton(session.buttons);
  recordJudgement(session, state.index, 'head', 'miss', time);
}

/**
 * The client stops recording when the play is over: objects that have started by then are judged with no button held.
 */
function finishWhatBegan(session: Session, lastTime: Millis): void {
  updateButtons(session.buttons, 0);
  for (; session.nextDeadline < session.deadlines.length; session.nextDeadline++) {
    const deadline = session.deadlines[session.nextDeadline]!;
    if (session.map.objects[deadline.object]!.startTime <= lastTime) meetDeadline(session, deadline, deadline.time);
  }
}
