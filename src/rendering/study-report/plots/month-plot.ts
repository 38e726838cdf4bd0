import { escapeHtml } from '../format.ts';
import { type AxesPlot, axesPlotSvg, niceAxis, plotArea, round, svgText, tickLabelY, yOf } from './plot.ts';

export interface MonthPlot extends AxesPlot {
  /** In the order of time; `month` as YYYY-MM. */
  readonly months: readonly { readonly month: string; readonly value: number | null; readonly tip: string }[];
}

/** More month names would overlap. */
const maxMonthLabels = 5;

/** One point for each month with plays, in equal distances: months without plays are left out. */
export function monthPlot(plot: MonthPlot): string {
  const { months } = plot;
  const values = months.flatMap(({ value }) => (value === null ? [] : [value]));
  const axis = niceAxis(Math.min(...values), Math.max(...values));
  const { left, right } = plotArea;
  const inset = 24;
  const xAt = (i: number) =>
    months.length === 1 ? (left + right) / 2 : left + inset + (i * (right - left - 2 * inset)) / (months.length - 1);
  const points = months.flatMap(({ value, tip }, i) =>
    value === null ? [] : [{ x: round(xAt(i)), y: round(yOf(axis, value)), tip }],
  );
  const line = `<polyline class="course" points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`;
  const dots = points.map(
    ({ x, y, tip }) => `<circle class="point" cx="${x}" cy="${y}" r="4"><title>${escapeHtml(tip)}</title></circle>`,
  );
  const every = Math.ceil(months.length / maxMonthLabels);
  const labels = months.map(({ month }, i) =>
    i % every === 0 ? svgText({ x: xAt(i), y: tickLabelY, text: month }) : '',
  );
  return axesPlotSvg(plot, axis, line + dots.join('') + labels.join(''));
}
