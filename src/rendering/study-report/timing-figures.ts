import { type Bin, type ErrorHabit, type Habits, isUncertain } from '../../game/habits/index.ts';
import { errorText, type Figure, type ReportContext, rangeText } from './figure.ts';
import { barPlot, type PlotBin, spreadPlot } from './plots/bin-plot.ts';
import { shareBars } from './plots/share-bars.ts';

type Timing = NonNullable<Habits['timing']>;

/** The figures about timing; none without hits. */
export function timingFigures(timing: Timing, context: ReportContext): Figure[] {
  if (timing.hits === 0) return [];
  return [
    rateFigure('tempo', timing.by_tempo, context),
    rateFigure('spacing', timing.by_spacing, context),
    courseFigure(timing.over_play, context),
  ];
}

/** The figure about both keys; none without presses. A mean error of few hits is left out. */
export function keyFigures({ left, right }: NonNullable<Habits['keys']>, context: ReportContext): Figure[] {
  const { texts, format, idOf } = context;
  const presses = left.presses + right.presses;
  if (presses === 0) return [];
  const rows = [
    { label: texts.leftKey, key: left },
    { label: texts.rightKey, key: right },
  ].map(({ label, key }) => {
    const share = key.presses / presses;
    const error = key.mean === null || isUncertain(key.hits) ? '' : ` · ${errorText(key.mean, context)}`;
    return { label, share, value: `${format.percent(share)}${error}` };
  });
  const description = rows.map(({ label, value }) => `${label}: ${value}`).join('; ');
  return [
    {
      name: 'keys',
      svg: shareBars({ id: idOf('keys'), title: texts.plots.keys.title, description, rows }),
      hasUncertain: false,
    },
  ];
}

type ErrorBins = readonly (Bin & ErrorHabit)[];

/** The unstable rate of each bin as a bar. */
function rateFigure(name: 'tempo' | 'spacing', habits: ErrorBins, context: ReportContext): Figure {
  const { texts, format, idOf } = context;
  const bins = habits.map(
    (habit): PlotBin => ({
      ...binText(habit, context, format.number),
      edge: format.number(habit.from),
      value: habit.unstable_rate,
      label: habit.unstable_rate === null ? '' : format.number(habit.unstable_rate),
    }),
  );
  const axes = { x: texts.axes[name], y: texts.axes.unstableRate };
  const texted = { id: idOf(name), title: texts.plots[name].title, description: descriptionOf(bins) };
  const svg = barPlot({ ...texted, bins, lastEdge: '', axes, formatTick: (value) => format.number(value) });
  return { name, svg, hasUncertain: bins.some(({ value, isUncertain }) => value !== null && isUncertain) };
}

function courseFigure(habits: ErrorBins, context: ReportContext): Figure {
  const { texts, format, idOf } = context;
  const bins = habits.map(
    (habit): PlotBin => ({
      ...binText(habit, context, (value) => format.percent(value)),
      edge: Math.round(habit.from * 10) % 2 === 0 ? format.percent(habit.from) : '',
      value: habit.mean,
      deviation: (habit.unstable_rate ?? 0) / 10,
    }),
  );
  const svg = spreadPlot({
    id: idOf('course'),
    title: texts.plots.course.title,
    description: descriptionOf(bins),
    bins,
    lastEdge: format.percent(1),
    axes: { x: texts.axes.part, y: texts.axes.error },
    formatTick: (value) => format.signed(value),
  });
  return { name: 'course', svg, hasUncertain: bins.some(({ value, isUncertain }) => value !== null && isUncertain) };
}

function binText(habit: Bin & ErrorHabit, context: ReportContext, formatEdge: (value: number) => string) {
  const { texts, format } = context;
  const range = rangeText(habit, texts, formatEdge);
  const { mean, unstable_rate, hits } = habit;
  const rate = unstable_rate === null ? [] : [`${texts.facts.unstableRate} ${format.number(unstable_rate, 1)}`];
  const values = mean === null ? '–' : [...rate, errorText(mean, context), texts.hits(format.number(hits))].join(', ');
  return { tip: `${range}: ${values}`, isUncertain: isUncertain(hits) };
}

function descriptionOf(bins: readonly PlotBin[]): string {
  return bins.flatMap(({ value, tip }) => (value === null ? [] : [tip])).join('; ');
}
