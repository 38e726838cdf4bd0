import { words } from '../words/index.ts';
import { formatDecimal, formatNumber, formatSigned } from '../words/numbers.ts';
import type { AnalysisData, Series } from './analysis-data.ts';
import type { LegendEntry, Readings } from './readings.ts';
import { errorAxisOf, judgementOf, judgements } from './timing.ts';

/** A line or the points of a chart over time. Null leaves a gap. */
export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[] | Float64Array;
  /** As `cssColour` takes it. */
  readonly colour: string;
  readonly style: 'steps' | 'line' | 'points';
}

/** What is drawn behind and above the points of the hit errors. */
export interface ErrorMarks {
  /** The hit windows within the axis. */
  readonly windows: readonly { readonly error: number; readonly colour: string }[];
  /** Hits beyond the axis, which are marked at its edge. */
  readonly outliers: readonly { readonly t: number; readonly isLate: boolean; readonly colour: string }[];
  readonly misses: readonly number[];
}

/** A chart over song time. */
export interface TimeChartData {
  readonly title: string;
  readonly times: Float64Array;
  readonly lines: readonly Line[];
  readonly legend: readonly LegendEntry[];
  readonly readings: Readings;
  /** The ends of the vertical axis; null: by the values. */
  readonly range: readonly [min: number, max: number] | null;
  readonly marks?: ErrorMarks;
}

/** All charts over time for which the play has values. */
export function timeChartsOf(data: AnalysisData): readonly TimeChartData[] {
  const { analysis } = words;
  const { accuracy, combo, pp, health, strain, timeText } = data;
  const lowestAccuracy = accuracy.values.reduce((min, value) => Math.min(min, value), 100);
  const charts = [
    errorChartOf(data),
    singleLine(data, accuracy, {
      title: analysis.accuracy,
      line: { colour: '--good', style: 'steps' },
      range: [Math.min(99, Math.floor(lowestAccuracy)), 100],
      format: (value) => formatDecimal(value, 2),
    }),
    singleLine(data, combo, {
      title: analysis.combo,
      line: { colour: '--accent', style: 'steps' },
      format: (value) => `${formatNumber(value)}x`,
    }),
    singleLine(data, pp, {
      title: analysis.pp,
      line: { colour: '--warn', style: 'steps' },
      format: (value) => `${formatDecimal(value, 1)} pp`,
    }),
    singleLine(data, health, {
      title: analysis.health,
      line: { colour: '--bad', style: 'line' },
      range: [0, 100],
      format: (value) => formatDecimal(value, 0),
    }),
    {
      title: analysis.strain,
      times: strain.times,
      lines: [
        { label: analysis.strainAim, values: strain.aim, colour: '--great', style: 'line' },
        { label: analysis.strainSpeed, values: strain.speed, colour: '--accent', style: 'line' },
      ] satisfies Line[],
      legend: [
        { label: analysis.strainAim, colour: '--great' },
        { label: analysis.strainSpeed, colour: '--accent' },
      ],
      range: null,
      readings: {
        count: strain.times.length,
        text: (i: number) =>
          [
            timeText(strain.times[i] ?? 0),
            `${analysis.strainAim} ${formatDecimal(strain.aim[i] ?? 0, 1)}`,
            `${analysis.strainSpeed} ${formatDecimal(strain.speed[i] ?? 0, 1)}`,
          ].join(' · '),
        time: (i: number) => strain.times[i] ?? null,
      },
    },
  ];
  return charts.filter(({ times }) => times.length > 0);
}

/** The error of each hit, by judgement. The hit windows decide how far the axis goes. */
export function errorChartOf(data: AnalysisData): TimeChartData {
  const { analysis } = words;
  const { hits, misses, windows, timeText } = data;
  const axis = errorAxisOf(data);
  const points = hits.map(({ t, error }) => ({ t, error, judgement: judgementOf(error, windows) }));
  const lines = judgements.map(({ name, label, colour }): Line => {
    const values = points.map(({ error, judgement }) => (judgement === name && Math.abs(error) <= axis ? error : null));
    return { label, values, colour, style: 'points' };
  });
  const colours = new Map<string, string>(judgements.map(({ name, colour }) => [name, colour]));
  const labels = new Map<string, string>(judgements.map(({ name, label }) => [name, label]));
  const used = windows === null ? [] : judgements.map(({ label, colour }) => ({ label, colour }));
  return {
    title: analysis.errors,
    times: Float64Array.from(hits, ({ t }) => t),
    lines,
    legend: misses.length === 0 ? used : [...used, { label: analysis.miss, colour: '--bad' }],
    // A little wider than the window, so that points on its edge are whole.
    range: [-axis * 1.08, axis * 1.08],
    marks: {
      windows:
        windows === null
          ? []
          : judgements.flatMap(({ name, colour }) =>
              windows[name] <= axis ? [-1, 1].map((sign) => ({ error: sign * windows[name], colour })) : [],
            ),
      outliers: points
        .filter(({ error }) => Math.abs(error) > axis)
        .map(({ t, error, judgement }) => ({ t, isLate: error > 0, colour: colours.get(judgement) ?? '--bad' })),
      misses: misses.map(({ t }) => t),
    },
    readings: {
      count: points.length,
      text(i) {
        const point = points[i];
        if (point === undefined) return '';
        const parts = [timeText(point.t), `${formatSigned(point.error)} ms`];
        return [...parts, ...(windows === null ? [] : [labels.get(point.judgement)])].join(' · ');
      },
      time: (i) => points[i]?.t ?? null,
    },
  };
}

interface SingleLine {
  readonly title: string;
  readonly line: Pick<Line, 'colour' | 'style'>;
  readonly range?: readonly [number, number];
  readonly format: (value: number) => string;
}

function singleLine(
  { timeText }: AnalysisData,
  { times, values }: Series,
  { title, line, range, format }: SingleLine,
): TimeChartData {
  return {
    title,
    times,
    lines: [{ label: title, values, ...line }],
    legend: [],
    range: range ?? [0, values.reduce((max, value) => Math.max(max, value), 1)],
    readings: {
      count: times.length,
      text: (i) => `${timeText(times[i] ?? 0)} · ${format(values[i] ?? 0)}`,
      time: (i) => times[i] ?? null,
    },
  };
}
