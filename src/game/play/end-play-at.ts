import type { Millis } from '../units.ts';
import type { HealthLine, JudgedFrames, ObjectPlay, SliderPlay, SpinnerPlay, Totals } from './play.ts';
import { healthAt } from './state.ts';

export interface EndablePlay {
  readonly judged: JudgedFrames;
  readonly totals: Totals;
  readonly health: HealthLine;
}

/** Cuts a play off at its fail: nothing is judged after it, even if the recording continues (rule HP10). */
export function endPlayAt({ judged, totals, health }: EndablePlay, end: Millis): EndablePlay {
  const later = judged.judgements.findIndex(({ time }) => time > end);
  const count = later < 0 ? judged.judgements.length : later;
  return {
    judged: {
      ...judged,
      judgements: judged.judgements.slice(0, count),
      objects: judged.objects.map((object) => endObject(object, end)),
      presses: judged.presses.filter(({ time }) => time <= end),
    },
    totals: Object.fromEntries(Object.entries(totals).map(([name, column]) => [name, column.slice(0, count)])) as {
      -readonly [Name in keyof Totals]: Totals[Name];
    },
    health: cutLine(health, end),
  };
}

function endObject(object: ObjectPlay, end: Millis): ObjectPlay {
  const { judgedAt } = object;
  const whole = judgedAt !== null && judgedAt > end ? { ...object, judgedAt: null, result: null } : object;
  if (whole.kind === 'slider') return endSlider(whole, end);
  return whole.kind === 'spinner' ? endSpinner(whole, end) : whole;
}

function endSlider(slider: SliderPlay, end: Millis): SliderPlay {
  const { headJudgedAt, tracking, points } = slider;
  const followed = tracking.filter((time) => time <= end);
  return {
    ...slider,
    ...(headJudgedAt !== null && headJudgedAt > end && { headJudgedAt: null, headResult: null }),
    // A ball that is still followed at the fail is released there.
    tracking: followed.length % 2 === 0 ? followed : Float64Array.of(...followed, end),
    points: points.map((point) =>
      point.judgedAt !== null && point.judgedAt > end ? { judgedAt: null, hit: false } : point,
    ),
  };
}

function endSpinner(spinner: SpinnerPlay, end: Millis): SpinnerPlay {
  const count = spinner.times.filter((time) => time <= end).length;
  const { clearedAt } = spinner;
  return {
    ...spinner,
    times: spinner.times.slice(0, count),
    angle: spinner.angle.slice(0, count),
    progress: spinner.progress.slice(0, count),
    rpm: spinner.rpm.slice(0, count),
    clearedAt: clearedAt !== null && clearedAt > end ? null : clearedAt,
    bonuses: spinner.bonuses.filter((time) => time <= end),
  };
}

/** Health is 0 at the fail, whatever the simulation computed. */
function cutLine(line: HealthLine, end: Millis): HealthLine {
  const count = line.times.filter((time) => time <= end).length;
  const times = new Float64Array(count + 2).fill(end);
  const values = new Float64Array(count + 2);
  times.set(line.times.subarray(0, count));
  values.set(line.values.subarray(0, count));
  values[count] = healthAt(line, end);
  return { times, values };
}
