import { createCanvas } from '@napi-rs/canvas';
import { letter, useFont, type Weight } from './lettering.ts';
import { faded, palette } from './palette.ts';
import { density, type Picture, type Pictures, picture } from './picture.ts';
import { vertical } from './shapes.ts';

interface NumberFont {
  readonly prefix: string;
  readonly size: number;
  readonly weight: Weight;
  readonly height: number;
  /** Room for the shadow on either side; fonts overlap by twice as much. */
  readonly margin: number;
  readonly glyphs: Readonly<Record<string, string>>;
  readonly shaded: boolean;
}

const digits = Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), String(digit)]));
const signs = { comma: ',', dot: '.', percent: '%', x: 'x' };

/** How far glyphs of a font reach into each other, for skin.ini. */
export const overlaps = { hitCircle: 9, score: 8 } as const;

const fonts: readonly NumberFont[] = [
  {
    prefix: 'default',
    size: 58,
    weight: 700,
    height: 60,
    margin: overlaps.hitCircle / 2,
    glyphs: digits,
    shaded: false,
  },
  {
    prefix: 'score',
    size: 50,
    weight: 700,
    height: 62,
    margin: overlaps.score / 2,
    glyphs: { ...digits, ...signs },
    shaded: true,
  },
  // Tinted with the text colour of the key overlay, on bright keys: without a shadow.
  {
    prefix: 'scoreentry',
    size: 17,
    weight: 700,
    height: 20,
    margin: 0,
    glyphs: { ...digits, ...signs },
    shaded: false,
  },
];

const { ink, white } = palette;

export const numbers: Pictures = Object.fromEntries(
  fonts.flatMap((font) =>
    Object.entries(font.glyphs).map(([name, text]) => [`${font.prefix}-${name}`, glyph(font, text)]),
  ),
);

/** Images are as wide as the glyph's advance; digits all the same, so that counting numbers do not jump. */
function glyph({ size, weight, height, margin, shaded }: NumberFont, text: string): Picture {
  const width = Math.ceil((advance(text, size, weight) + margin * 2) * density) / density;
  return picture(width, height, (pen) => {
    letter(pen, text, {
      size,
      weight,
      paint: shaded
        ? vertical(pen, size * 0.74, [
            [0, white],
            [0.45, white],
            [1, '#d3dcec'],
          ])
        : white,
      outline: shaded ? 1.25 : 0,
      shadow: margin === 0 ? null : { blur: 4, down: 1.5, colour: faded(ink, 0.8) },
    });
  });
}

function advance(text: string, size: number, weight: Weight): number {
  const pen = createCanvas(1, 1).getContext('2d');
  useFont(pen, size, weight);
  return pen.measureText(text).width;
}
