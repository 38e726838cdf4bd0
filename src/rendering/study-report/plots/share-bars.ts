import { type PlotText, plotSize, plotSvg, round, svgText } from './plot.ts';

export interface ShareBars extends PlotText {
  readonly rows: readonly { readonly label: string; readonly share: number; readonly value: string }[];
}

const rowHeight = 34;

/** A bar for each row, as long as its share of all; the label is above the bar. */
export function shareBars(plot: ShareBars): string {
  const { width } = plotSize;
  const rows = plot.rows.map(({ label, share, value }, i) => {
    const y = i * rowHeight;
    return (
      svgText({ x: 2, y: y + 13, text: label, anchor: 'start', kind: 'label' }) +
      svgText({ x: width - 2, y: y + 13, text: value, anchor: 'end', kind: 'value' }) +
      `<rect class="track" x="2" y="${y + 19}" width="${width - 4}" height="8" rx="4"/>` +
      `<rect class="share" x="2" y="${y + 19}" width="${round(Math.max(2, share * (width - 4)))}" height="8" rx="4"/>`
    );
  });
  return plotSvg(plot, { width, height: Math.max(1, plot.rows.length) * rowHeight }, rows.join(''));
}
