import { colourOf } from './colours.ts';
import { histogramOf } from './histogram.ts';
import type { StudyData } from './study-data.ts';

/** Paints a chart; all units are CSS pixels. */
export type PaintChart = (context: CanvasRenderingContext2D, size: { width: number; height: number }) => void;

/** The distribution of early and late hits. */
export function paintHistogram({ hits }: StudyData): PaintChart {
  const { middles, counts } = histogramOf(
    hits.map(({ error }) => error),
    4,
  );
  return (context, { width, height }) => {
    const maxCount = Math.max(1, ...counts);
    const barWidth = width / counts.length;
    const floor = height - 18;
    context.fillStyle = colourOf('--great');
    counts.forEach((count, i) => {
      const barHeight = (count / maxCount) * (floor - 8);
      context.fillRect(i * barWidth + 0.5, floor - barHeight, Math.max(1, barWidth - 1), barHeight);
    });
    context.fillStyle = colourOf('--text');
    context.fillRect(width / 2 - 0.5, 4, 1, floor - 4);
    const y = height - 4;
    paintLabel(context, `${middles[0]} ms`, { x: 0, y, align: 'left' });
    paintLabel(context, '0', { x: width / 2, y, align: 'center' });
    paintLabel(context, `+${middles.at(-1)} ms`, { x: width, y, align: 'right' });
  };
}

/** The cursor at the time of each hit, relative to the centre of the circle. */
export function paintAimErrors({ hits, circleRadius }: StudyData): PaintChart {
  return (context, { width, height }) => {
    const scale = (Math.min(width, height) * 0.42) / circleRadius;
    context.translate(width / 2, height / 2);
    context.strokeStyle = colourOf('--line');
    for (const fraction of [0.5, 1]) {
      context.beginPath();
      context.arc(0, 0, circleRadius * fraction * scale, 0, 2 * Math.PI);
      context.stroke();
    }
    context.fillStyle = colourOf('--accent');
    context.globalAlpha = 0.55;
    for (const { x, y } of hits) context.fillRect(x * scale - 1.5, y * scale - 1.5, 3, 3);
  };
}

const playfield = { width: 512, height: 384 };
const cellSize = 8;
const columns = playfield.width / cellSize;
const rows = playfield.height / cellSize;

/** Where the cursor spent its time, with the misses. */
export function paintHeatmap({ frames, misses }: StudyData): PaintChart {
  const timePerCell = timePerCellOf(frames);
  const maxTime = Math.max(1, ...timePerCell);
  return (context, { width, height }) => {
    const cellWidth = width / columns;
    const cellHeight = height / rows;
    context.fillStyle = colourOf('--sunken');
    context.fillRect(0, 0, width, height);
    context.fillStyle = colourOf('--accent');
    timePerCell.forEach((time, i) => {
      // A few cells hold most of the time; the square root keeps the paths between them visible.
      context.globalAlpha = Math.sqrt(time / maxTime);
      context.fillRect(
        (i % columns) * cellWidth,
        Math.floor(i / columns) * cellHeight,
        cellWidth + 0.5,
        cellHeight + 0.5,
      );
    });
    context.globalAlpha = 1;
    context.strokeStyle = colourOf('--bad');
    context.lineWidth = 2;
    for (const miss of misses) {
      const x = (miss.x / playfield.width) * width;
      const y = (miss.y / playfield.height) * height;
      context.beginPath();
      context.moveTo(x - 4, y - 4);
      context.lineTo(x + 4, y + 4);
      context.moveTo(x + 4, y - 4);
      context.lineTo(x - 4, y + 4);
      context.stroke();
    }
  };
}

function timePerCellOf(frames: StudyData['frames']): Float64Array {
  const timePerCell = new Float64Array(columns * rows);
  frames.forEach(({ t, x, y }, i) => {
    const column = Math.floor(x / cellSize);
    const row = Math.floor(y / cellSize);
    const next = frames[i + 1];
    if (column < 0 || column >= columns || row < 0 || row >= rows || !next) return;
    const cell = row * columns + column;
    // A limit keeps breaks from outweighing everything else.
    timePerCell[cell] = (timePerCell[cell] ?? 0) + Math.min(100, next.t - t);
  });
  return timePerCell;
}

function paintLabel(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, align }: { x: number; y: number; align: CanvasTextAlign },
): void {
  context.font = '11px system-ui, sans-serif';
  context.textAlign = align;
  context.fillStyle = colourOf('--muted');
  context.fillText(text, x, y);
}
