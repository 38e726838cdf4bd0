import { words } from '../../words/index.ts';
import type { AnalysisData } from '../analysis-data.ts';
import { colourOf } from '../colours.ts';
import { leadMs, nearestReading, type Picture, paintCross, type Size } from './picture.ts';

const playfield = { width: 512, height: 384 };
const cellSize = 8;
const columns = playfield.width / cellSize;
const rows = playfield.height / cellSize;

/** Where the cursor spent its time, with the misses. */
export function heatmapPicture({ frames, misses, clockRate, timeText }: AnalysisData): Picture {
  const { analysis } = words;
  const timePerCell = timePerCellOf(frames);
  const pointOf = (i: number, { width, height }: Size) => {
    const { x, y } = misses[i] ?? { x: 0, y: 0 };
    return { x: (x / playfield.width) * width, y: (y / playfield.height) * height };
  };
  return {
    title: analysis.heatmap,
    legend: misses.length === 0 ? [] : [{ label: analysis.miss, colour: '--bad' }],
    summary: [],
    readings: {
      count: misses.length,
      text: (i) => `${timeText(misses[i]?.t ?? 0)} · ${analysis.miss}`,
      time: (i) => (misses[i]?.t ?? 0) - leadMs * clockRate,
    },
    paint(context, size) {
      context.fillStyle = colourOf('--sunken');
      context.fillRect(0, 0, size.width, size.height);
      // One pixel for each cell, which the browser smooths when it enlarges the picture.
      context.drawImage(cellsCanvas(timePerCell), 0, 0, size.width, size.height);
      context.strokeStyle = colourOf('--bad');
      context.lineWidth = 2;
      for (let i = 0; i < misses.length; i++) paintCross(context, pointOf(i, size), 4);
    },
    pointOf,
    indexAt: (point, size) => nearestReading({ count: misses.length, pointOf }, point, size),
  };
}

function cellsCanvas(timePerCell: Float64Array): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  const maxTime = Math.max(1, ...timePerCell);
  context.fillStyle = colourOf('--accent');
  timePerCell.forEach((time, i) => {
    // A few cells hold most of the time; the square root keeps the paths between them visible.
    context.globalAlpha = Math.sqrt(time / maxTime);
    context.fillRect(i % columns, Math.floor(i / columns), 1, 1);
  });
  return canvas;
}

function timePerCellOf(frames: AnalysisData['frames']): Float64Array {
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
