import { letter } from './lettering.ts';
import { blend, faded, palette } from './palette.ts';
import { type Picture, type Pictures, picture } from './picture.ts';
import { at, box, boxLine, sparkle, vertical } from './shapes.ts';

const { ink, white, great, ok, meh, miss, gold, silver, violet } = palette;

const grades: Readonly<Record<string, { text: string; colour: string }>> = {
  X: { text: 'SS', colour: gold },
  XH: { text: 'SS', colour: silver },
  S: { text: 'S', colour: gold },
  SH: { text: 'S', colour: silver },
  A: { text: 'A', colour: ok },
  B: { text: 'B', colour: great },
  C: { text: 'C', colour: violet },
  D: { text: 'D', colour: miss },
};

function grade({ text, colour }: { text: string; colour: string }): Picture {
  const shines = colour === gold || colour === silver;
  return picture(400, 320, (pen) => {
    letter(pen, text, {
      size: 290,
      weight: 900,
      spacing: -14,
      paint: vertical(pen, 220, [
        [0, blend(colour, white, 0.75)],
        [0.5, blend(colour, white, 0.12)],
        [1, blend(colour, ink, 0.22)],
      ]),
      shadow: { blur: 18, down: 5, colour: faded(ink, 0.8) },
    });
    if (shines) at(pen, [text.length > 1 ? 154 : 92, -104], () => sparkle(pen, 26, 0.22, blend(colour, white, 0.85)));
  });
}

function smallGrade({ text, colour }: { text: string; colour: string }): Picture {
  return picture(44, 44, (pen) => {
    const plate = { width: 42, height: 36, corner: 10 };
    box(pen, plate, faded(ink, 0.8));
    boxLine(pen, plate, 1.5, colour);
    letter(pen, text, { size: 24, weight: 900, spacing: -1, paint: blend(colour, white, 0.3), shadow: null });
  });
}

/** The game draws on it: the score at the top, six counts in three rows, combo and accuracy at the bottom. */
const panel = picture(704, 506, (pen) => {
  const top = -253;
  const plate = (y: number, height: number, alpha: number) =>
    at(pen, [0, top + y + height / 2], () => {
      const shape = { width: 688, height, corner: 18 };
      box(pen, shape, faded(ink, alpha));
      boxLine(pen, shape, 1.25, faded(white, 0.16));
    });
  plate(4, 96, 0.78);
  plate(108, 280, 0.66);
  plate(396, 106, 0.78);
  pen.fillStyle = faded(white, 0.1);
  for (const y of [202, 294]) pen.fillRect(-328, top + y, 656, 1.25);
});

const graph = picture(320, 156, (pen) => {
  const shape = { width: 320, height: 156, corner: 16 };
  box(pen, shape, faded(ink, 0.7));
  boxLine(pen, shape, 1.25, faded(white, 0.2));
  pen.fillStyle = faded(white, 0.14);
  for (const y of [-39, 0, 39]) pen.fillRect(-150, y, 300, 1);
});

/** The game places its top edge above the panel's last plate, so the text is in the lower part. */
const label = (text: string) =>
  picture(240, 64, (pen) => {
    at(pen, [-108, 0], () => {
      letter(pen, text, { size: 22, weight: 700, spacing: 3, paint: faded(white, 0.7), align: 'left' });
    });
  });

export const ranking: Pictures = {
  'ranking-panel': panel,
  'ranking-graph': graph,
  'ranking-title': picture(400, 96, (pen) => {
    at(pen, [190, 0], () => letter(pen, 'RESULTS', { size: 52, weight: 900, spacing: 6, align: 'right' }));
  }),
  'ranking-maxcombo': label('MAX COMBO'),
  'ranking-accuracy': label('ACCURACY'),
  'ranking-perfect': picture(360, 90, (pen) => {
    letter(pen, 'FULL COMBO', { size: 40, weight: 900, spacing: 4, paint: meh });
  }),
  ...Object.fromEntries(Object.entries(grades).map(([name, look]) => [`ranking-${name}`, grade(look)])),
  ...Object.fromEntries(Object.entries(grades).map(([name, look]) => [`ranking-${name}-small`, smallGrade(look)])),
};
