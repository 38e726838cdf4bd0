import { colourOf } from './colours.ts';
import { histogramOf } from './histogram.ts';
import type { StudyData } from './study-data.ts';

type Draw = (context: CanvasRenderingContext2D, size: { width: number; height: number }) => void;

/** How many hits were how early or late. */
export function drawHistogram({ hits }: StudyData): Draw {
  const { middles, counts } = histogramOf(hits.errors, 4);
  return (context, { width, height }) => {
    const most = Math.max(1, ...counts);
    const step = width / counts.length;
    const floor = height - 18;
    context.fillStyle = colourOf('--great');
    counts.forEach((count, i) => {
      const tall = (count / most) * (floor - 8);
      context.fillRect(i * step + 0.5, floor - tall, Math.max(1, step - 1), tall);
    });
    context.fillStyle = colourOf('--text');
    context.fillRect(width / 2 - 0.5, 4, 1, floor - 4);
    label(context, `${middles[0]} ms`, 0, height - 4, 'left');
    label(context, '0', width / 2, height - 4, 'center');
    label(context, `+${middles.at(-1)} ms`, width, height - 4, 'right');
  };
}

/** Where the cursor was when a circle was hit, seen from the middle of the circle. */
export function drawAim({ hits, circleRadius }: StudyData): Draw {
  return (context, { width, height }) => {
    const scale = (Math.min(width, height) * 0.42) / circleRadius;
    context.translate(width / 2, height / 2);
    context.strokeStyle = colourOf('--line');
    for (const share of [0.5, 1]) {
      context.beginPath();
      context.arc(0, 0, circleRadius * share * scale, 0, 2 * Math.PI);
      context.stroke();
    }
    context.fillStyle = colourOf('--accent');
    context.globalAlpha = 0.55;
    hits.xs.forEach((x, i) => {
      context.fillRect(x * scale - 1.5, hits.ys[i]! * scale - 1.5, 3, 3);
    });
  };
}

const field = { width: 512, height: 384 };
const cell = 8;

/** Where the cursor spent its time. */
export function drawHeat({ cursor, misses }: StudyData): Draw {
  const columns = field.width / cell;
  const rows = field.height / cell;
  const spent = new Float64Array(columns * rows);
  cursor.xs.forEach((x, i) => {
    const column = Math.floor(x / cell);
    const row = Math.floor(cursor.ys[i]! / cell);
    if (column < 0 || column >= columns || row < 0 || row >= rows) return;
    // A pause of seconds is a pause, not a favourite place.
    spent[row * columns + column]! += Math.min(100, cursor.times[i + 1]! - cursor.times[i]! || 0);
  });
  const most = Math.max(1, ...spent);
  return (context, { width, height }) => {
    const across = width / columns;
    const down = height / rows;
    context.fillStyle = colourOf('--sunk');
    context.fillRect(0, 0, width, height);
    context.fillStyle = colourOf('--accent');
    spent.forEach((time, i) => {
      // Most of the time is spent in few places: the root shows the ways between them too.
      context.globalAlpha = Math.sqrt(time / most);
      context.fillRect((i % columns) * across, Math.floor(i / columns) * down, across + 0.5, down + 0.5);
    });
    context.globalAlpha = 1;
    context.strokeStyle = colourOf('--bad');
    context.lineWidth = 2;
    for (const { x, y } of misses) {
      const [atX, atY] = [(x / field.width) * width, (y / field.height) * height];
      context.beginPath();
      context.moveTo(atX - 4, atY - 4);
      context.lineTo(atX + 4, atY + 4);
      context.moveTo(atX + 4, atY - 4);
      context.lineTo(atX - 4, atY + 4);
      context.stroke();
    }
  };
}

function label(context: CanvasRenderingContext2D, text: string, x: number, y: number, align: CanvasTextAlign): void {
  context.font = '11px system-ui, sans-serif';
  context.textAlign = align;
  context.fillStyle = colourOf('--quiet');
  context.fillText(text, x, y);
}
