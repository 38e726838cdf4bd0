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
  /** Margin for the shadow on each side; glyphs overlap by twice as much. */
  readonly margin: number;
  readonly glyphs: Readonly<Record<string, string>>;
  readonly shaded: boolean;
}

const digits = Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), String(digit)]));
const signs = { comma: ',', dot: '.', percent: '%', x: 'x' };

/** The overlap of each font's glyphs, for skin.ini. */
export const glyphOverlaps = { hitCircle: 9, score: 8 } as const;

const fonts: readonly NumberFont[] = [
  {
    prefix: 'default',
    size: 58,
    weight: 700,
    height: 60,
    margin: glyphOverlaps.hitCircle / 2,
    glyphs: digits,
    shaded: false,
  },
  {
    prefix: 'score',
    size: 50,
    weight: 700,
    height: 62,
    margin: glyphOverlaps.score / 2,
    glyphs: { ...digits, ...signs },
    shaded: true,
  },
  // Without a shadow: the game tints these with the key overlay's text colour and draws them on bright keys.
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

/** Images are as wide as the glyph's advance; all digits are equally wide, so that changing numbers do not jump. */
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
