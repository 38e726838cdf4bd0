import { type Habits, isUncertain } from '../../../game/habits/index.ts';
import { words } from '../../words/index.ts';
import { formatDecimal, formatNumber } from '../../words/numbers.ts';
import type { Offset } from '../aim.ts';
import { colourOf } from '../colours.ts';
import { nearestReading, type Picture, paintHitCircle, paintLabel, paintPlus, type Size } from '../pictures/picture.ts';
import { analysisWords } from '../words/index.ts';
import { uncertainAlpha, uncertaintyOf } from './uncertainty.ts';

type Aim = NonNullable<Habits['aim']>;
type Movement = Aim['movement'];

/** The arrows of the eight directions, from a movement to the right on, clockwise. */
const arrows = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
/** Where the arrows are, in radii of the circle. */
const arrowRadii = 1.18;
const shownRadii = 1.35;

/** Where the cursor was on average for each direction of movement, and how far it was spread. */
export function targetPicture({ circle_radius, movement, by_direction }: Aim): Picture {
  const radius = circle_radius ?? 32;
  const points = by_direction.flatMap((each, i) => {
    const mean = meanOf(each);
    return mean === null ? [] : [{ ...each, ...mean, arrow: arrows[i] ?? '', angle: (each.direction * Math.PI) / 180 }];
  });
  const scaleOf = ({ width, height }: Size) => Math.min(width, height) / 2 / (radius * shownRadii);
  const pointOf = (i: number, size: Size) => {
    const point = points[i];
    return onPicture(point ? screenOffset(point, point.angle) : { x: 0, y: 0 }, scaleOf(size), size);
  };
  const overall = meanOf(movement);
  return {
    title: analysisWords.habits.aimByDirection,
    legend: [],
    summary: [
      ...(overall === null ? [] : [`${analysisWords.habits.allMovements}: ${offsetText(overall)}`]),
      ...uncertaintyOf(points),
    ],
    readings: {
      count: points.length,
      text(i) {
        const point = points[i];
        if (point === undefined) return '';
        const hits = words.analysis.hits(formatNumber(point.hits));
        const spread = spreadOf(point);
        const spreadText = spread === null ? [] : [analysisWords.habits.spread(formatDecimal(spread, 1))];
        return [point.arrow, hits, offsetText(point), ...spreadText].join(' · ');
      },
      time: () => null,
    },
    paint(context, size) {
      const scale = scaleOf(size);
      context.save();
      context.translate(size.width / 2, size.height / 2);
      paintHitCircle(context, radius * scale);
      context.strokeStyle = colourOf('--line');
      paintPlus(context, { x: 0, y: 0 }, radius * scale);
      const mark = colourOf('--accent');
      for (const point of points) {
        const { angle, arrow, along, across } = point;
        const { x, y } = screenOffset(point, angle);
        context.strokeStyle = mark;
        const alpha = isUncertain(point.hits) ? uncertainAlpha : 1;
        context.globalAlpha = 0.35 * alpha;
        context.beginPath();
        const [long, wide] = [point.along.deviation, point.across.deviation].map((d) => Math.max(1, (d ?? 0) * scale));
        context.ellipse(x * scale, y * scale, long ?? 1, wide ?? 1, angle, 0, 2 * Math.PI);
        context.stroke();
        context.globalAlpha = alpha;
        context.fillStyle = mark;
        context.beginPath();
        context.arc(x * scale, y * scale, 3, 0, 2 * Math.PI);
        context.fill();
        context.globalAlpha = 1;
        if (along.mean === null || across.mean === null) continue;
        const [left, top] = [Math.cos(angle), Math.sin(angle)].map((part) => part * radius * arrowRadii * scale);
        paintLabel(context, arrow, { x: left ?? 0, y: (top ?? 0) + 4, align: 'center' });
      }
      context.restore();
    },
    pointOf,
    indexAt: (point, size) => nearestReading({ count: points.length, pointOf }, point, size),
  };
}

interface MeanOffset {
  readonly meanAlong: number;
  readonly meanAcross: number;
}

function meanOf({ along, across }: Movement): MeanOffset | null {
  return along.mean === null || across.mean === null ? null : { meanAlong: along.mean, meanAcross: across.mean };
}

/** How far hits are from their own mean, in both directions together; null with fewer than two hits. */
export function spreadOf({ along, across }: Movement): number | null {
  return along.deviation === null || across.deviation === null ? null : Math.hypot(along.deviation, across.deviation);
}

/** From offsets along and across a movement to offsets to the right and down. */
export function screenOffset({ meanAlong, meanAcross }: MeanOffset, angle: number): Offset {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: meanAlong * cos - meanAcross * sin, y: meanAlong * sin + meanAcross * cos };
}

function onPicture({ x, y }: Offset, scale: number, { width, height }: Size): Offset {
  return { x: width / 2 + x * scale, y: height / 2 + y * scale };
}

function offsetText({ meanAlong, meanAcross }: MeanOffset): string {
  return analysisWords.habits.offset({
    along: formatDecimal(Math.abs(meanAlong), 1),
    isBeyond: meanAlong >= 0,
    across: formatDecimal(Math.abs(meanAcross), 1),
    isRight: meanAcross >= 0,
  });
}
