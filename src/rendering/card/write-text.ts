import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { LoadedTypeface } from '../glyphs/index.ts';
import type { MeasureText } from './fit-text.ts';

export interface TextStyle {
  /** On the baseline. */
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
  readonly colour: string;
  readonly align?: 'left' | 'centre' | 'right';
}

/** Writes texts with the renderer's own glyphs, so that a card looks the same wherever it is drawn. */
export interface TextWriter {
  write(text: string, style: TextStyle): void;
  measure(sizePx: number): MeasureText;
}

export function createTextWriter(context: SKRSContext2D, { typeface, pictures }: LoadedTypeface): TextWriter {
  /** By image and colour. */
  const tinted = new Map<string, Canvas>();

  function pictureOf(image: string, colour: string): Canvas | null {
    const key = `${image} ${colour}`;
    const known = tinted.get(key);
    if (known !== undefined) return known;
    const picture = pictures.get(image);
    if (picture === undefined) return null;
    const canvas = createCanvas(picture.width, picture.height);
    const glyph = canvas.getContext('2d');
    const pixels = glyph.createImageData(picture.width, picture.height);
    pixels.data.set(picture.rgba);
    glyph.putImageData(pixels, 0, 0);
    glyph.globalCompositeOperation = 'source-in';
    glyph.fillStyle = colour;
    glyph.fillRect(0, 0, picture.width, picture.height);
    tinted.set(key, canvas);
    return canvas;
  }

  const widthOf = (text: string, sizePx: number) =>
    [...text].reduce((sum, character) => sum + typeface.glyph(character).advance * sizePx, 0);

  return {
    measure: (sizePx) => (text) => widthOf(text, sizePx),
    write(text, { x, y, sizePx, colour, align = 'left' }) {
      const before = { left: 0, centre: 0.5, right: 1 }[align];
      let pen = x - widthOf(text, sizePx) * before;
      for (const character of text) {
        const { image, left, top, advance } = typeface.glyph(character);
        const picture = image === null ? null : pictureOf(image, colour);
        const density = image === null ? 1 : (pictures.get(image)?.density ?? 1);
        if (picture !== null) {
          const scale = sizePx / density;
          const at = { x: pen + left * sizePx, y: y - top * sizePx };
          context.drawImage(picture, at.x, at.y, picture.width * scale, picture.height * scale);
        }
        pen += advance * sizePx;
      }
    },
  };
}
