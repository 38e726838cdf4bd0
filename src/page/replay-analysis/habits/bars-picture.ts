import { colourOf } from '../colours.ts';
import { type Picture, paintLabel, type Size } from '../pictures/picture.ts';
import { uncertainAlpha } from './uncertainty.ts';

/** A bar of a picture. */
export interface Bar {
  /** Below the bar. */
  readonly label: string;
  /** Null: there is nothing to measure. */
  readonly value: number | null;
  readonly reading: string;
  /** Whether the value says little, because it is that of few hits: the bar is pale. */
  readonly isUncertain: boolean;
  /** The song time to which a click seeks; null if there is none. */
  readonly time: number | null;
}

export interface Bars {
  readonly title: string;
  readonly summary: readonly string[];
  readonly bars: readonly Bar[];
  /** Writes a value above its bar. */
  readonly format: (value: number) => string;
}

const axisHeight = 22;
const topSpace = 18;
const maxBarWidth = 56;
/** A label with its distance to the next one. */
const labelWidth = 46;

/** Bars from zero, with their values above them. */
export function barsPicture({ title, summary, bars, format }: Bars): Picture {
  const max = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const geometry = ({ width, height }: Size) => {
    const floor = height - axisHeight;
    const step = width / Math.max(1, bars.length);
    const topOf = (value: number) => floor - (max === 0 ? 0 : (value / max) * (floor - topSpace));
    return { floor, step, topOf };
  };
  return {
    title,
    legend: [],
    summary,
    readings: {
      count: bars.length,
      text: (i) => bars[i]?.reading ?? '',
      time: (i) => bars[i]?.time ?? null,
    },
    paint(context, size) {
      const { floor, step, topOf } = geometry(size);
      const fill = colourOf('--accent');
      const labelled = Math.max(1, Math.ceil(labelWidth / step));
      bars.forEach(({ label, value, isUncertain }, i) => {
        const middle = (i + 0.5) * step;
        if (value !== null) {
          context.fillStyle = fill;
          context.globalAlpha = isUncertain ? uncertainAlpha : 1;
          const width = Math.min(maxBarWidth, Math.max(1, step - 4));
          context.fillRect(middle - width / 2, topOf(value), width, floor - topOf(value));
          context.globalAlpha = 1;
        }
        if (i % labelled !== 0) return;
        paintLabel(context, label, { x: middle, y: size.height - 5, align: 'center' });
        if (value !== null) paintLabel(context, format(value), { x: middle, y: topOf(value) - 5, align: 'center' });
      });
      context.fillStyle = colourOf('--line');
      context.fillRect(0, floor, size.width, 1);
    },
    pointOf(i, size) {
      const { step, topOf } = geometry(size);
      return { x: (i + 0.5) * step, y: topOf(bars[i]?.value ?? 0) };
    },
    indexAt({ x }, size) {
      const index = Math.floor(x / geometry(size).step);
      return bars[index] === undefined ? null : index;
    },
  };
}
