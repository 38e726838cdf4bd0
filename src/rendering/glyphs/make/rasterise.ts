import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { emPx, type GlyphBitmap } from '../index.ts';
import type { FontFile } from './fonts.ts';

/**
 * Glyphs are drawn on one sheet of cells, because reading pixels back costs more than drawing. No glyph is as wide as a
 * cell.
 */
const columns = 8;
const cellWidth = emPx * 4;
const cellHeight = emPx * 2;
const penX = emPx;
const baseline = emPx * 1.375;

export function rasterise({ path, characters }: FontFile): GlyphBitmap[] {
  if (characters.length === 0) return [];
  if (!GlobalFonts.registerFromPath(path, path)) throw new Error(`The font ${path} cannot be read.`);
  const canvas = createCanvas(columns * cellWidth, columns * cellHeight);
  const context = canvas.getContext('2d');
  context.font = `${emPx}px "${path}"`;
  context.fillStyle = 'white';
  const sheet = columns * columns;
  const glyphs: GlyphBitmap[] = [];
  for (let first = 0; first < characters.length; first += sheet) {
    glyphs.push(...drawSheet(context, characters.slice(first, first + sheet)));
  }
  return glyphs;
}

function drawSheet(context: SKRSContext2D, characters: readonly number[]): GlyphBitmap[] {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  const cells = characters.map((codePoint, i) => ({
    codePoint,
    x: (i % columns) * cellWidth,
    y: Math.floor(i / columns) * cellHeight,
  }));
  for (const { codePoint, x, y } of cells) context.fillText(String.fromCodePoint(codePoint), x + penX, y + baseline);
  const pixels = new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
  return cells.map(({ codePoint, x, y }) => {
    const metrics = context.measureText(String.fromCodePoint(codePoint));
    return { codePoint, advance: metrics.width, ...cutOut(pixels, width, { x, y, ...inkOf(metrics) }) };
  });
}

/** The bounding box of the glyph in whole pixels, relative to pen and baseline. */
function inkOf(metrics: ReturnType<SKRSContext2D['measureText']>) {
  return {
    left: Math.floor(-metrics.actualBoundingBoxLeft),
    top: Math.ceil(metrics.actualBoundingBoxAscent),
    right: Math.ceil(metrics.actualBoundingBoxRight),
    bottom: Math.floor(-metrics.actualBoundingBoxDescent),
  };
}

function cutOut(
  rgba: Uint8Array,
  stride: number,
  { x, y, left, top, right, bottom }: { x: number; y: number } & ReturnType<typeof inkOf>,
) {
  const [width, height] = [right - left, top - bottom];
  const coverage = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + baseline - top + row) * stride + x + penX + left;
    for (let column = 0; column < width; column++) coverage[row * width + column] = rgba[(from + column) * 4 + 3]!;
  }
  return { left, top, width, height, coverage };
}
