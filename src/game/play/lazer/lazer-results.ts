import { ballAt, type PlayableObject } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { type CircleState, finishCircle } from '../judging/circle-state.ts';
import { recordJudgement } from '../judging/record-judgement.ts';
import type { Result } from '../play.ts';
import type { LazerJudging, LazerObjectState } from './lazer-judging.ts';
import { seenCircle, seenPoint } from './lazer-positions.ts';
import type { JudgedPoint, LazerSliderState } from './lazer-slider.ts';

/** The result of a circle or slider head; error and offset are those of the press, if one caused it. */
interface NewResult {
  readonly time: Millis;
  readonly result: Result;
  readonly hitError?: Millis;
  readonly aimOffset?: OsuPoint;
}

/** Judges a circle, after missing the unfinished objects before it. */
export function judgeCircle(judging: LazerJudging, state: CircleState, judged: NewResult): void {
  finishCircle(state, judged.time, judged.result);
  judging.pending.remove(state);
  judging.entryAngles?.judge(state.object, judged.time);
  missEarlier(judging, state.object, judged.time);
  const at = seenCircle(judging, state.object, judged.time);
  recordJudgement(judging.judgements, state.object, { ...judged, part: 'circle', at });
}

/** Judges a slider's head, after missing the unfinished objects before it. */
export function judgeHead(judging: LazerJudging, state: LazerSliderState, judged: NewResult): void {
  const result = judging.rules.classicSliders && judged.result !== 'miss' ? 'hit' : judged.result;
  state.headJudgedAt = judged.time;
  state.headResult = result;
  missEarlier(judging, state.object, judged.time);
  recordJudgement(judging.judgements, state.object, {
    ...judged,
    part: 'head',
    result,
    at: seenCircle(judging, state.object, judged.time),
  });
}

/** Records the results of a slider's ticks, repeats and end. */
export function recordPoints(
  judging: LazerJudging,
  { object }: LazerSliderState,
  judged: readonly JudgedPoint[],
): void {
  for (const { point, hit, time } of judged) {
    const sliderPoint = object.points[point];
    if (sliderPoint === undefined) continue;
    recordJudgement(judging.judgements, object, {
      time,
      part: sliderPoint.kind,
      result: hit ? 'hit' : 'miss',
      point,
      at: seenPoint(judging, object, { point: ballAt(object, sliderPoint.time), time }),
    });
  }
}

/** Whether an object no longer waits for a press. */
export function isPressed(state: LazerObjectState): boolean {
  return state.kind === 'slider' ? state.headResult !== null : state.finished;
}

/** A judged object makes all unfinished objects before it misses, which are recorded first (rule LZ4). */
function missEarlier(judging: LazerJudging, { startTime }: PlayableObject, time: Millis): void {
  if (judging.rules.classicNoteLock) return;
  for (let entry = judging.pending.first(); entry !== null; entry = entry.next) {
    const { state } = entry;
    if (state.object.startTime >= startTime) return;
    if (state.kind === 'spinner' || isPressed(state)) continue;
    if (state.kind === 'circle') judgeCircle(judging, state, { time, result: 'miss' });
    else judgeHead(judging, state, { time, result: 'miss' });
  }
}
