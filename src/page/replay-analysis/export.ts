import uPlot from 'uplot';
import type { AnalysisData } from './analysis-data.ts';
import { colourOf } from './colours.ts';
import { aspectRatio, type Picture } from './pictures/picture.ts';
import { heightOf, plotDataOf, plotOptionsOf } from './plot-options.ts';
import type { LegendEntry } from './readings.ts';
import type { TimeChartData } from './time-charts.ts';

/** All hits and misses in the order of time, as a CSV file. Errors are in real time, as in the charts. */
export function csvOf({ hits, misses }: Pick<AnalysisData, 'hits' | 'misses'>): string {
  const rows = [
    ...hits.map(({ t, error, x, y }) => ({ t, row: [t, 'hit', Math.round(error * 100) / 100, x, y] })),
    ...misses.map(({ t, aim }) => ({ t, row: [t, 'miss', '', aim?.x ?? '', aim?.y ?? ''] })),
  ].sort((a, b) => a.t - b.t);
  return ['song_ms,result,error_ms,offset_x,offset_y', ...rows.map(({ row }) => row.join(','))].join('\r\n');
}

/** The play that a file is about. */
export interface PlayTitle {
  readonly title: string;
  readonly player: string;
}

/** A name that is safe on every system. */
export function fileNameOf({ title, player }: PlayTitle, extension: string): string {
  const name = [player, title].filter((part) => part !== '').join(' - ');
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^[. ]+/, '');
  return `${safe.slice(0, 150) || 'replay'}.${extension}`;
}

export interface ChartSheet {
  /** The title of the map. */
  readonly title: string;
  /** Player, mods, accuracy and so on, in one line. */
  readonly facts: string;
  readonly timeCharts: readonly TimeChartData[];
  readonly pictures: readonly Picture[];
  readonly data: AnalysisData;
}

const widthPx = 1200;
const margin = 32;
const gap = 24;
const captionHeight = 26;
const lineHeight = 20;
const picturesPerRow = 3;
const contentWidth = widthPx - 2 * margin;

/** All charts on one picture with the title, the player and the labels, at the same size on every screen. */
export async function chartsAsPng(sheet: ChartSheet): Promise<Blob | null> {
  const { timeCharts, pictures } = sheet;
  const columnWidth = (contentWidth - gap * (picturesPerRow - 1)) / picturesPerRow;
  const maxLines = Math.max(...pictures.map(({ summary }) => summary.length));
  const rowHeight = captionHeight + columnWidth / aspectRatio + maxLines * lineHeight + gap;
  const rows = Math.ceil(pictures.length / picturesPerRow);
  const chartsHeight = timeCharts.reduce((sum, chart) => sum + captionHeight + heightOf(chart) + gap, 0);
  const canvas = document.createElement('canvas');
  canvas.width = widthPx * devicePixelRatio;
  canvas.height = (margin + 84 + chartsHeight + rows * rowHeight + margin) * devicePixelRatio;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.scale(devicePixelRatio, devicePixelRatio);
  context.fillStyle = colourOf('--background');
  context.fillRect(0, 0, canvas.width, canvas.height);
  writeText(context, sheet.title, { y: margin + 22, font: 'bold 24px', colour: '--text' });
  writeText(context, sheet.facts, { y: margin + 50, font: '16px', colour: '--muted' });
  let top = margin + 84;
  for (const chart of timeCharts) {
    paintCaption(context, chart, { x: margin, y: top + 14, width: contentWidth });
    await paintPlot(context, { chart, data: sheet.data, top: top + captionHeight });
    top += captionHeight + heightOf(chart) + gap;
  }
  for (const [i, picture] of pictures.entries()) {
    const x = margin + (i % picturesPerRow) * (columnWidth + gap);
    const y = top + Math.floor(i / picturesPerRow) * rowHeight;
    const size = { width: columnWidth, height: columnWidth / aspectRatio };
    paintCaption(context, picture, { x, y: y + 14, width: columnWidth });
    context.save();
    context.translate(x, y + captionHeight);
    picture.paint(context, size);
    context.restore();
    for (const [line, text] of picture.summary.entries()) {
      const textY = y + captionHeight + size.height + (line + 1) * lineHeight;
      writeText(context, text, { x, y: textY, width: columnWidth, font: '14px', colour: '--muted' });
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

interface TextPlace {
  readonly x?: number;
  readonly y: number;
  readonly width?: number;
  readonly font: string;
  readonly colour: string;
}

/** Writes one line of text, which is cut at the end if it is too long. */
function writeText(
  context: CanvasRenderingContext2D,
  text: string,
  { x = margin, y, width = contentWidth, font, colour }: TextPlace,
): void {
  context.font = `${font} system-ui, sans-serif`;
  context.textAlign = 'left';
  context.fillStyle = colourOf(colour);
  let shown = text;
  while (shown !== '' && context.measureText(shown).width > width) shown = `${shown.slice(0, -2).trimEnd()}…`;
  context.fillText(shown, x, y);
}

function paintCaption(
  context: CanvasRenderingContext2D,
  { title, legend }: { title: string; legend: readonly LegendEntry[] },
  { x, y, width }: { x: number; y: number; width: number },
): void {
  writeText(context, title, { x, y, width, font: 'bold 15px', colour: '--text' });
  let left = x + context.measureText(title).width + 20;
  for (const { label, colour } of legend) {
    context.fillStyle = colourOf(colour);
    context.fillRect(left, y - 9, 10, 10);
    writeText(context, label, { x: left + 15, y, width, font: '13px', colour: '--muted' });
    left += 15 + context.measureText(label).width + 14;
  }
}

interface PlotPlace {
  readonly chart: TimeChartData;
  readonly data: AnalysisData;
  readonly top: number;
}

async function paintPlot(context: CanvasRenderingContext2D, { chart, data, top }: PlotPlace): Promise<void> {
  const options = plotOptionsOf(chart, data, contentWidth);
  // Not synchronised with the charts of the page.
  const plot = new uPlot({ ...options, cursor: { show: false } }, plotDataOf(chart), document.createElement('div'));
  // uPlot draws in a microtask.
  await Promise.resolve();
  context.drawImage(plot.ctx.canvas, margin, top, contentWidth, heightOf(chart));
  plot.destroy();
}
