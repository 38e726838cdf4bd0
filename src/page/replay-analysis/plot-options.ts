import uPlot from 'uplot';
import { formatDuration, formatNumber } from '../words/numbers.ts';
import type { AnalysisData } from './analysis-data.ts';
import { pointerEvents } from './chart-pointer.ts';
import { colourOf } from './colours.ts';
import type { ErrorMarks, Line, TimeChartData } from './time-charts.ts';

/** The height of a chart over time, in CSS pixels. */
export const heightOf = ({ marks }: TimeChartData) => (marks ? 200 : 130);

/** The chart with its axes, in the colours of the page. */
export function plotOptionsOf(
  chart: TimeChartData,
  { span, shownTime }: Pick<AnalysisData, 'span' | 'shownTime'>,
  width: number,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: colourOf('--muted'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const { lines, marks, range, times } = chart;
  const isStepped = lines.some(({ style }) => style === 'steps');
  return {
    width,
    height: heightOf(chart),
    legend: { show: false },
    cursor: {
      y: false,
      sync: { key: 'replay-analysis' },
      drag: { x: true, setScale: true },
      bind: pointerEvents,
      // The value of a step is valid from its own time on.
      dataIdx: (_, __, closest, x) =>
        isStepped && (times[closest] ?? 0) / 1000 > x ? Math.max(0, closest - 1) : closest,
    },
    scales: {
      x: { time: false, range: (_, min, max) => fullOrZoomed(chart, span, { min, max }) },
      ...(range && { y: { range: () => [range[0], range[1]] } }),
    },
    axes: [
      {
        ...axis,
        size: 26,
        space: 60,
        incrs: tickSeconds.map((seconds) => seconds * shownTime.rate),
        splits: (_, __, min, max, step) => ticksBetween({ min, max, step, origin: shownTime.start / 1000 }),
        values: (_, ticks) => ticks.map((tick) => formatDuration(shownSeconds(tick, shownTime))),
      },
      // uPlot would write them as in the language of the browser, not of the page.
      { ...axis, size: 48, space: 26, values: (_, ticks) => ticks.map(formatNumber) },
    ],
    series: [{}, ...lines.map(seriesOf)],
    hooks: marks
      ? { drawClear: [(plot) => drawWindows(plot, marks)], draw: [(plot) => drawOutliers(plot, marks)] }
      : {},
  };
}

/** Round times, as the player shows them. */
const tickSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800];

/** The ticks of an axis that counts from its origin: with Double Time, whole seconds are not whole seconds of the song. */
export function ticksBetween({ min, max, step, origin }: Record<'min' | 'max' | 'step' | 'origin', number>): number[] {
  const first = Math.ceil((min - origin) / step);
  const count = Math.floor((max - origin) / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => origin + (first + i) * step);
}

/** Whole seconds at a tick; the division alone could be just below them. */
function shownSeconds(tick: number, { start, rate }: AnalysisData['shownTime']): number {
  return Math.round((tick - start / 1000) / rate);
}

/** The columns of the chart; times are in seconds. */
export function plotDataOf({ times, lines }: TimeChartData): uPlot.AlignedData {
  return [Array.from(times, (t) => t / 1000), ...lines.map(({ values }) => Array.from(values))] as uPlot.AlignedData;
}

/** uPlot asks for the range of the data first, and for the selected range when the viewer zooms. */
function fullOrZoomed(
  { times }: TimeChartData,
  span: AnalysisData['span'],
  { min, max }: { min: number; max: number },
): [number, number] {
  const isZoomed = min !== (times[0] ?? 0) / 1000 || max !== (times.at(-1) ?? 0) / 1000;
  return isZoomed && max - min > minZoomSeconds ? [min, max] : [span.start / 1000, span.end / 1000];
}

const minZoomSeconds = 0.1;

function seriesOf({ label, colour, style }: Line): uPlot.Series {
  const stroke = colourOf(colour);
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const common: uPlot.Series = { label, stroke, width: 1.5, points: { show: false } };
  if (style === 'points')
    return { ...common, paths: () => null, points: { show: true, size: 4, fill: stroke, width: 0 } };
  return style === 'steps' && stepped ? { ...common, paths: stepped } : common;
}

/** The lines of the hit windows, and a line for each miss. */
function drawWindows({ ctx, bbox, valToPos }: uPlot, { windows, misses }: ErrorMarks): void {
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.lineWidth = ratio;
  const line = (from: [number, number], to: [number, number]) => {
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  };
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  for (const { error, colour } of windows) {
    const y = valToPos(error, 'y', true);
    ctx.strokeStyle = colourOf(colour);
    ctx.globalAlpha = 0.7;
    line([bbox.left, y], [bbox.left + bbox.width, y]);
  }
  ctx.setLineDash([]);
  ctx.strokeStyle = colourOf('--bad');
  ctx.globalAlpha = 0.45;
  for (const t of misses) {
    const x = valToPos(t / 1000, 'x', true);
    if (x >= bbox.left && x <= bbox.left + bbox.width) line([x, bbox.top], [x, bbox.top + bbox.height]);
  }
  ctx.restore();
}

/** Triangles that point beyond the edge of the axis. */
function drawOutliers({ ctx, bbox, valToPos }: uPlot, { outliers }: ErrorMarks): void {
  const size = 5 * devicePixelRatio;
  ctx.save();
  for (const { t, isLate, colour } of outliers) {
    const x = valToPos(t / 1000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    const edge = isLate ? bbox.top : bbox.top + bbox.height;
    const base = isLate ? edge + size * 1.5 : edge - size * 1.5;
    ctx.fillStyle = colourOf(colour);
    ctx.beginPath();
    ctx.moveTo(x, edge);
    ctx.lineTo(x - size, base);
    ctx.lineTo(x + size, base);
    ctx.fill();
  }
  ctx.restore();
}
