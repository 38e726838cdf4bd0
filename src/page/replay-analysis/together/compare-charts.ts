import { playerColour } from '../../../rendering/scene/index.ts';
import { words } from '../../words/index.ts';
import { formatDecimal, formatNumber, formatSigned } from '../../words/numbers.ts';
import type { Series } from '../analysis-data.ts';
import type { Line, TimeChartData } from '../time-charts.ts';
import { errorAxisOf } from '../timing.ts';
import type { ComparedPlayer } from './compare-data.ts';

/** The colour of a player in the video, and darker on a light page. */
export function lineColourOf({ index }: Pick<ComparedPlayer, 'index'>): string {
  const { r, g, b } = playerColour(index);
  const colour = `rgb(${r} ${g} ${b})`;
  return `light-dark(color-mix(in srgb, ${colour} 62%, black), ${colour})`;
}

/** The charts that show several players at once. */
export function compareChartsOf(players: readonly ComparedPlayer[]): readonly TimeChartData[] {
  const { analysis, together } = words;
  const lowest = players.reduce(
    (lowestYet, { data }) => data.accuracy.values.reduce((min, value) => Math.min(min, value), lowestYet),
    100,
  );
  const [first] = players;
  const charts = [
    errorsOf(players),
    linesOf(players, {
      title: analysis.accuracy,
      seriesOf: ({ data }) => data.accuracy,
      before: 100,
      range: [Math.min(99, Math.floor(lowest)), 100],
      format: (value) => formatDecimal(value, 2),
    }),
    ...(first === undefined
      ? []
      : [
          linesOf(players, {
            title: together.scoreDifference(first.name),
            seriesOf: ({ score }) => score,
            before: 0,
            relativeTo: first.score,
            range: null,
            format: (value) => (value > 0 ? `+${formatNumber(value)}` : formatNumber(value)),
          }),
        ]),
  ];
  return charts.filter(({ times }) => times.length > 0);
}

const legendOf = (players: readonly ComparedPlayer[]) =>
  players.map((player) => ({ label: player.name, colour: lineColourOf(player) }));

/** The error of each hit, in the colours of the players. */
function errorsOf(players: readonly ComparedPlayer[]): TimeChartData {
  const axis = Math.max(1, ...players.map(({ data }) => errorAxisOf(data)));
  const points = players
    .flatMap((player) => player.data.hits.map(({ t, error }) => ({ player, t, error })))
    .sort((a, b) => a.t - b.t);
  const lines = players.map((player): Line => {
    const values = points.map((point) =>
      point.player === player && Math.abs(point.error) <= axis ? point.error : null,
    );
    return { label: player.name, values, colour: lineColourOf(player), style: 'points' };
  });
  const [timeText] = players.map(({ data }) => data.timeText);
  return {
    title: words.analysis.errors,
    times: Float64Array.from(points, ({ t }) => t),
    lines,
    legend: legendOf(players),
    range: [-axis * 1.08, axis * 1.08],
    marks: { windows: [], outliers: [], misses: [] },
    readings: {
      count: points.length,
      text(i) {
        const point = points[i];
        if (point === undefined || timeText === undefined) return '';
        return [timeText(point.t), point.player.name, `${formatSigned(point.error)} ms`].join(' · ');
      },
      time: (i) => points[i]?.t ?? null,
    },
  };
}

interface ComparedLines {
  readonly title: string;
  readonly seriesOf: (player: ComparedPlayer) => Series;
  /** The value before the first change. */
  readonly before: number;
  /** The values of this series are subtracted. */
  readonly relativeTo?: Series;
  readonly range: TimeChartData['range'];
  readonly format: (value: number) => string;
}

/** A value of each player over time. */
function linesOf(players: readonly ComparedPlayer[], compared: ComparedLines): TimeChartData {
  const { title, seriesOf, before, relativeTo, range, format } = compared;
  const times = unionOf(players.map((player) => seriesOf(player).times));
  const zero = relativeTo === undefined ? null : valuesAt(relativeTo, times, before);
  const values = players.map((player) => {
    const own = valuesAt(seriesOf(player), times, before);
    return zero === null ? own : own.map((value, i) => value - (zero[i] ?? 0));
  });
  const [timeText] = players.map(({ data }) => data.timeText);
  return {
    title,
    times,
    lines: players.map((player, i) => ({
      label: player.name,
      values: values[i] ?? [],
      colour: lineColourOf(player),
      style: 'steps',
    })),
    legend: legendOf(players),
    range,
    readings: {
      count: times.length,
      text: (i) =>
        [
          timeText?.(times[i] ?? 0) ?? '',
          ...players.map(({ name }, player) => `${name} ${format(values[player]?.[i] ?? before)}`),
        ].join(' · '),
      time: (i) => times[i] ?? null,
    },
  };
}

/** All times of several sorted lists, each once. */
function unionOf(lists: readonly Float64Array[]): Float64Array {
  const all = new Set(lists.flatMap((list) => [...list]));
  return Float64Array.from(all).sort();
}

/** The values of a series at other times: each is valid until the next. */
function valuesAt(series: Series, times: Float64Array, before: number): Float64Array {
  let next = 0;
  let value = before;
  return times.map((t) => {
    while (next < series.times.length && (series.times[next] ?? Infinity) <= t) {
      value = series.values[next] ?? value;
      next++;
    }
    return value;
  });
}
