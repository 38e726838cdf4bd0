import { words } from '../../words/index.ts';
import { formatDecimal, formatSigned } from '../../words/numbers.ts';
import { aimSpreadOf, clampOffset, type Offset } from '../aim.ts';
import type { AnalysisData } from '../analysis-data.ts';
import { colourOf } from '../colours.ts';
import { judgementOf, judgements } from '../timing.ts';
import { leadMs, nearestReading, type Picture, paintCross, paintHitCircle, paintPlus, type Size } from './picture.ts';

/** The part of the picture around the circle, as a multiple of its radius; misses may be farther away. */
const aimRange = 1.6;
/** The ellipse contains about 86 % of the hits. */
const spreadDeviations = 2;

/** Where the cursor was at each hit and miss, relative to the centre of the circle. */
export function aimPicture({ hits, misses, windows, circleRadius, clockRate, timeText }: AnalysisData): Picture {
  const { analysis } = words;
  const spread = aimSpreadOf(hits);
  const points = [
    ...hits.map(({ t, x, y, error }) => ({ t, x, y, error: error as number | null })),
    ...misses.flatMap(({ t, aim }) => (aim ? [{ t, x: aim.x, y: aim.y, error: null }] : [])),
  ].sort((a, b) => a.t - b.t);
  const scaleOf = ({ width, height }: Size) => Math.min(width, height) / 2 / (circleRadius * aimRange + 2);
  const pointOf = (i: number, size: Size) => {
    const { x, y } = clampOffset(points[i] ?? { x: 0, y: 0 }, circleRadius * aimRange);
    const scale = scaleOf(size);
    return { x: size.width / 2 + x * scale, y: size.height / 2 + y * scale };
  };
  const hasMisses = points.some(({ error }) => error === null);
  return {
    title: analysis.aim,
    legend: [
      ...(windows === null ? [] : judgements.map(({ label, colour }) => ({ label, colour }))),
      ...(hasMisses ? [{ label: analysis.miss, colour: '--bad' }] : []),
    ],
    summary: spread === null ? [] : [`${analysis.average} ${analysis.offset(offsetParts(spread.mean))}`],
    readings: {
      count: points.length,
      text(i) {
        const point = points[i];
        if (point === undefined) return '';
        const result = point.error === null ? analysis.miss : `${formatSigned(point.error)} ms`;
        return [timeText(point.t), result, analysis.offset(offsetParts(point))].join(' · ');
      },
      time: (i) => (points[i]?.t ?? 0) - leadMs * clockRate,
    },
    paint(context, size) {
      const scale = scaleOf(size);
      context.save();
      context.translate(size.width / 2, size.height / 2);
      paintHitCircle(context, circleRadius * scale);
      context.strokeStyle = colourOf('--line');
      context.beginPath();
      context.arc(0, 0, (circleRadius * scale) / 2, 0, 2 * Math.PI);
      context.stroke();
      paintPlus(context, { x: 0, y: 0 }, circleRadius * aimRange * scale);
      const colours = new Map(judgements.map(({ name, colour }) => [name, colourOf(colour)]));
      context.globalAlpha = 0.7;
      for (const { x, y, error } of points) {
        if (error === null) continue;
        context.fillStyle = colours.get(judgementOf(error, windows)) ?? '';
        context.beginPath();
        context.arc(x * scale, y * scale, 2, 0, 2 * Math.PI);
        context.fill();
      }
      context.globalAlpha = 1;
      context.strokeStyle = colourOf('--bad');
      for (const point of points) {
        if (point.error !== null) continue;
        const { x, y, isOutside } = clampOffset(point, circleRadius * aimRange);
        // A miss farther away is at the edge of the picture, with a thinner cross.
        context.lineWidth = isOutside ? 1 : 2;
        paintCross(context, { x: x * scale, y: y * scale }, isOutside ? 3 : 4);
      }
      if (spread !== null) {
        const { mean, major, minor, angle } = spread;
        context.strokeStyle = colourOf('--text');
        context.lineWidth = 1.5;
        context.beginPath();
        const [long, short] = [major, minor].map((deviation) => Math.max(1, deviation * spreadDeviations * scale));
        context.ellipse(mean.x * scale, mean.y * scale, long ?? 1, short ?? 1, angle, 0, 2 * Math.PI);
        context.stroke();
        paintPlus(context, { x: mean.x * scale, y: mean.y * scale }, 5);
      }
      context.restore();
    },
    pointOf,
    indexAt: (point, size) => nearestReading({ count: points.length, pointOf }, point, size),
  };
}

/** The distances of an offset as texts, with the directions in which they go. */
function offsetParts({ x, y }: Offset) {
  return {
    horizontal: formatDecimal(Math.abs(x), 1),
    isLeft: x < 0,
    vertical: formatDecimal(Math.abs(y), 1),
    isUp: y < 0,
  };
}
