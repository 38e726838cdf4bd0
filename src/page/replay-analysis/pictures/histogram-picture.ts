import { words } from '../../words/index.ts';
import { formatNumber, formatSigned } from '../../words/numbers.ts';
import type { AnalysisData } from '../analysis-data.ts';
import { colourOf } from '../colours.ts';
import { histogramOf } from '../histogram.ts';
import { errorAxisOf, type HitShare, judgementOf, judgements, splitHits } from '../timing.ts';
import { type Picture, paintLabel, type Size } from './picture.ts';

const axisHeight = 22;
const topSpace = 18;

/** The distribution of early and late hits; the hit windows decide how far the axis goes. */
export function histogramPicture(data: AnalysisData): Picture {
  const { analysis } = words;
  const { hits, windows } = data;
  const axis = errorAxisOf(data);
  const { middles, counts, binMs, outside } = histogramOf(
    hits.map(({ error }) => error),
    axis,
  );
  const { early, late } = splitHits(hits);
  const maxCount = Math.max(1, ...counts);
  const geometry = ({ width, height }: Size) => {
    const floor = height - axisHeight;
    const barWidth = width / counts.length;
    return {
      floor,
      barWidth,
      xOf: (error: number) => width / 2 + (error / binMs) * barWidth,
      topOf: (count: number) => floor - (count / maxCount) * (floor - topSpace - 6),
    };
  };
  return {
    title: analysis.histogram,
    legend: windows === null ? [] : judgements.map(({ label, colour }) => ({ label, colour })),
    summary: [shareText(analysis.early, early), shareText(analysis.late, late)],
    readings: {
      count: counts.length,
      text(i) {
        const middle = middles[i] ?? 0;
        const range = `${formatSigned(middle - binMs / 2)} … ${formatSigned(middle + binMs / 2)} ms`;
        return `${range} · ${analysis.hits(formatNumber(counts[i] ?? 0))}`;
      },
      time: () => null,
    },
    paint(context, size) {
      const { floor, barWidth, xOf, topOf } = geometry(size);
      const colours = new Map(judgements.map(({ name, colour }) => [name, colourOf(colour)]));
      counts.forEach((count, i) => {
        context.fillStyle = colours.get(judgementOf(middles[i] ?? 0, windows)) ?? '';
        const top = topOf(count);
        context.fillRect(i * barWidth + 0.5, top, Math.max(1, barWidth - 1), floor - top);
      });
      context.fillStyle = colourOf('--line');
      context.fillRect(0, floor, size.width, 1);
      context.fillStyle = colourOf('--text');
      context.fillRect(size.width / 2 - 0.5, topSpace, 1, floor - topSpace);
      paintAverage(context, { share: early, x: xOf(early.average ?? 0), top: topSpace, floor });
      paintAverage(context, { share: late, x: xOf(late.average ?? 0), top: topSpace, floor });
      for (const { error, align } of axisLabels(axis, size.width)) {
        const x = Math.max(0, Math.min(size.width, xOf(error)));
        paintLabel(context, `${formatSigned(error, 0)} ms`, { x, y: size.height - 5, align });
      }
      if (outside.early > 0) paintLabel(context, `◀ ${outside.early}`, { x: 0, y: 12, align: 'left' });
      if (outside.late > 0) paintLabel(context, `${outside.late} ▶`, { x: size.width, y: 12, align: 'right' });
      paintLabel(context, analysis.early, { x: size.width / 2 - 8, y: 12, align: 'right' });
      paintLabel(context, analysis.late, { x: size.width / 2 + 8, y: 12, align: 'left' });
    },
    pointOf(i, size) {
      const { barWidth, topOf } = geometry(size);
      return { x: (i + 0.5) * barWidth, y: topOf(counts[i] ?? 0) };
    },
    indexAt({ x }, size) {
      const index = Math.floor(x / geometry(size).barWidth);
      return counts[index] === undefined ? null : index;
    },
  };
}

function shareText(label: string, { count, average }: HitShare): string {
  const hits = words.analysis.hits(formatNumber(count));
  return average === null
    ? `${label}: ${hits}`
    : `${label}: ${hits} · ${words.analysis.average} ${formatSigned(average)} ms`;
}

interface AverageMark {
  readonly share: HitShare;
  readonly x: number;
  readonly top: number;
  readonly floor: number;
}

/** A dashed line at the average of the early or the late hits. */
function paintAverage(context: CanvasRenderingContext2D, { share, x, top, floor }: AverageMark): void {
  if (share.average === null) return;
  context.save();
  context.strokeStyle = colourOf('--text');
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, floor);
  context.stroke();
  context.restore();
}

/** The ends, the middle, and where there is room the points between. */
function axisLabels(axis: number, width: number): { error: number; align: CanvasTextAlign }[] {
  const between = width >= 420 ? [-axis / 2, axis / 2] : [];
  return [
    { error: -axis, align: 'left' },
    ...between.map((error) => ({ error, align: 'center' as const })),
    { error: 0, align: 'center' },
    { error: axis, align: 'right' },
  ];
}
