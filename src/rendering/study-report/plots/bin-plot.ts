import { escapeHtml } from '../format.ts';
import { type AxesPlot, axesPlotSvg, niceAxis, plotArea, round, svgText, tickLabelY, yOf } from './plot.ts';

/** One of the bins along the horizontal axis. */
export interface PlotBin {
  /** Where it begins, at its left edge. */
  readonly edge: string;
  readonly value: number | null;
  /** Half the length of the line through the value; absent for bars. */
  readonly deviation?: number;
  /** Above the bar, or nothing. */
  readonly label?: string;
  /** The text of its tooltip. */
  readonly tip: string;
  /** Whether it has too few hits to say much. */
  readonly isUncertain: boolean;
}

export interface BinPlot extends AxesPlot {
  readonly bins: readonly PlotBin[];
  /** The end of the last bin, or nothing if it has none. */
  readonly lastEdge: string;
}

/** Bars from zero, one for each bin. */
export function barPlot(plot: BinPlot): string {
  const values = plot.bins.flatMap(({ value }) => (value === null ? [] : [value]));
  const axis = niceAxis(0, Math.max(1, ...values));
  const bars = plot.bins.map(({ value, label = '', tip, isUncertain }, i) => {
    if (value === null) return '';
    const { start, width } = placeOf(plot.bins.length, i);
    const y = yOf(axis, value);
    return (
      `<g class="${isUncertain ? 'bar uncertain' : 'bar'}"><title>${escapeHtml(tip)}</title>` +
      `<rect x="${round(start + 2)}" y="${round(y)}" width="${round(width - 4)}" height="${round(plotArea.bottom - y)}" rx="2"/>` +
      `${svgText({ x: start + width / 2, y: y - 4, text: label, kind: 'value' })}</g>`
    );
  });
  return axesPlotSvg(plot, axis, bars.join('') + edgeLabels(plot));
}

/** A dot for the mean of each bin, with a line of one standard deviation to both sides. */
export function spreadPlot(plot: BinPlot): string {
  const ends = plot.bins.flatMap(({ value, deviation = 0 }) =>
    value === null ? [] : [value - deviation, value + deviation],
  );
  const axis = niceAxis(Math.min(0, ...ends), Math.max(0, ...ends));
  const marks = plot.bins.map(({ value, deviation = 0, tip, isUncertain }, i) => {
    if (value === null) return '';
    const { start, width } = placeOf(plot.bins.length, i);
    const x = round(start + width / 2);
    return (
      `<g class="${isUncertain ? 'spread uncertain' : 'spread'}"><title>${escapeHtml(tip)}</title>` +
      `<line x1="${x}" x2="${x}" y1="${round(yOf(axis, value - deviation))}" y2="${round(yOf(axis, value + deviation))}"/>` +
      `<circle cx="${x}" cy="${round(yOf(axis, value))}" r="5"/></g>`
    );
  });
  return axesPlotSvg(plot, axis, marks.join('') + edgeLabels(plot));
}

function placeOf(count: number, i: number): { start: number; width: number } {
  const width = (plotArea.right - plotArea.left) / count;
  return { start: plotArea.left + i * width, width };
}

/** The numbers at the edges of the bins. */
function edgeLabels({ bins, lastEdge }: BinPlot): string {
  const labels = [...bins.map(({ edge }) => edge), lastEdge].map((text, i) =>
    svgText({ x: placeOf(bins.length, i).start, y: tickLabelY, text }),
  );
  return labels.join('');
}
