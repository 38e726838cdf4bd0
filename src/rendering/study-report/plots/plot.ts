import { escapeHtml } from '../format.ts';

/** What every plot has: its name and its texts. */
export interface PlotText {
  readonly id: string;
  readonly title: string;
  /** All values as text, for readers who do not see the picture. */
  readonly description: string;
}

/** The size of all plots with axes, in units of their view box. */
export const plotSize = { width: 360, height: 236 } as const;

/** The area inside of the axes. */
export const plotArea = { left: 48, right: 344, top: 34, bottom: 190 } as const;

/** A whole SVG picture with its texts. */
export function plotSvg(
  { id, title, description }: PlotText,
  { width, height }: { width: number; height: number },
  content: string,
): string {
  return (
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-description">` +
    `<title id="${id}-title">${escapeHtml(title)}</title><desc id="${id}-description">${escapeHtml(description)}</desc>` +
    `${content}</svg>`
  );
}

/** A plot with two axes. */
export interface AxesPlot extends PlotText {
  /** The labels of the axes. */
  readonly axes: { readonly x: string; readonly y: string };
  readonly formatTick: (value: number) => string;
}

/** Draws the marks of a plot over the grid of its vertical axis. */
export function axesPlotSvg(plot: AxesPlot, axis: Axis, marks: string): string {
  return plotSvg(plot, plotSize, gridLines(axis, plot.formatTick) + marks + axisLabels(plot.axes));
}

export interface SvgText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly kind?: 'value' | 'axis' | 'label';
}

/** Where the labels along the horizontal axis are. */
export const tickLabelY = plotArea.bottom + 17;

export function svgText({ x, y, text, anchor = 'middle', kind = 'axis' }: SvgText): string {
  if (text === '') return '';
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" class="${kind}">${escapeHtml(text)}</text>`;
}

/** The labels of both axes; that of the vertical axis is above it, where no number needs its place. */
function axisLabels({ x, y }: AxesPlot['axes']): string {
  const { left, right } = plotArea;
  return (
    svgText({ x: (left + right) / 2, y: plotSize.height - 6, text: x, kind: 'label' }) +
    svgText({ x: 2, y: 12, text: y, anchor: 'start', kind: 'label' })
  );
}

/** The range of an axis, and the values that it names. */
export interface Axis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** An axis with round ticks that contains two values. */
export function niceAxis(min: number, max: number): Axis {
  const range = max - min || Math.abs(max) || 1;
  const rough = range / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const from = Math.floor(min / step + 1e-9);
  const to = Math.max(from + 1, Math.ceil(max / step - 1e-9));
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)));
  return { min: ticks[0]!, max: ticks.at(-1)!, ticks };
}

/** The height of a value in a plot. */
export function yOf({ min, max }: Axis, value: number): number {
  const { top, bottom } = plotArea;
  return bottom - ((value - min) / (max - min)) * (bottom - top);
}

/** The horizontal lines of an axis with their numbers. */
function gridLines(axis: Axis, format: (value: number) => string): string {
  const { left, right } = plotArea;
  return axis.ticks
    .map((tick) => {
      const y = round(yOf(axis, tick));
      const line = `<line x1="${left}" x2="${right}" y1="${y}" y2="${y}" class="${tick === 0 ? 'zero' : 'grid'}"/>`;
      return line + svgText({ x: left - 5, y: y + 4, text: format(tick), anchor: 'end' });
    })
    .join('');
}

/** Coordinates with one decimal: finer ones only make the file larger. */
export function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
