import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { emPx, type GlyphBitmap } from '../page.ts';
import type { FontFile } from './fonts.ts';

/** Bold enough to be readable on a moving background. */
const weight = 500;

type Ink = Pick<GlyphBitmap, 'left' | 'top' | 'width' | 'height'>;

/** Each glyph is drawn alone, on a canvas that every glyph fits in: some marks lie left of the pen. */
const canvasWidth = emPx * 5;
const canvasHeight = emPx * 2;
const penX = emPx * 2;
const baseline = emPx * 1.375;

export function rasterise({ path, characters }: FontFile): GlyphBitmap[] {
  if (characters.length === 0) return [];
  if (!GlobalFonts.registerFromPath(path, path)) throw new Error(`The font ${path} cannot be read.`);
  const context = createCanvas(canvasWidth, canvasHeight).getContext('2d');
  context.font = `${emPx}px "${path}"`;
  context.fontVariationSettings = `'wght' ${weight}`;
  context.fillStyle = 'white';
  return characters.map((codePoint) => drawGlyph(context, codePoint));
}

function drawGlyph(context: SKRSContext2D, codePoint: number): GlyphBitmap {
  const character = String.fromCodePoint(codePoint);
  context.clearRect(0, 0, canvasWidth, canvasHeight);
  context.fillText(character, penX, baseline);
  const metrics = context.measureText(character);
  const ink = inkOf(metrics);
  return { codePoint, advance: metrics.width, ...ink, coverage: coverageOf(context, ink) };
}

/** The bounding box of the glyph in whole pixels, relative to pen and baseline. */
function inkOf(metrics: ReturnType<SKRSContext2D['measureText']>): Ink {
  const left = Math.floor(-metrics.actualBoundingBoxLeft);
  const top = Math.ceil(metrics.actualBoundingBoxAscent);
  const right = metrics.actualBoundingBoxRight;
  // Some letters are a letter and a mark in the font. Their box may end with the mark, and not at a whole pixel.
  const isComposed = !Number.isInteger(right);
  return {
    left,
    top,
    width: Math.ceil(isComposed ? Math.max(right, metrics.width) : right) - left,
    height: top - Math.floor(-metrics.actualBoundingBoxDescent),
  };
}

function coverageOf(context: SKRSContext2D, { left, top, width, height }: Ink): Uint8Array {
  if (width === 0 || height === 0) return new Uint8Array();
  const { data } = context.getImageData(penX + left, baseline - top, width, height);
  return Uint8Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]!);
}
