import { letter } from './lettering.ts';
import { blend, faded, palette } from './palette.ts';
import { type Pen, type Pictures, picture } from './picture.ts';
import { at, disc, line, radial, shadowed, sparkle, vertical } from './shapes.ts';

const { ink, white, great, ok, meh, miss } = palette;

/** A number in its colour, with more sparkles above it the better the combo ended. */
function hit(text: string, { colour, size, sparkles }: { colour: string; size: number; sparkles: number }) {
  return picture(112, 72, (pen) => {
    letter(pen, text, {
      size,
      weight: 900,
      paint: vertical(pen, size * 0.75, [
        [0, blend(colour, white, 0.55)],
        [1, colour],
      ]),
      outline: 1.5,
      shadow: { blur: 5, down: 1.5, colour: faded(ink, 0.85) },
    });
    for (let i = 0; i < sparkles; i++) {
      const x = (i - (sparkles - 1) / 2) * 18;
      const middle = sparkles === 3 && i === 1;
      at(pen, [x, -size * 0.37 - 9], () => star(pen, middle ? 8 : 6, colour));
    }
  });
}

function star(pen: Pen, radius: number, colour: string): void {
  shadowed(pen, { blur: 3, colour: faded(ink, 0.8) }, () => sparkle(pen, radius, 0.42, blend(colour, white, 0.6)));
}

const missed = picture(96, 96, (pen) => {
  const reach = 17;
  const strokes = [-1, 1].map(
    (side) =>
      [
        [-reach, -reach * side],
        [reach, reach * side],
      ] as const,
  );
  const red = vertical(pen, reach * 2, [
    [0, blend(miss, white, 0.3)],
    [1, miss],
  ]);
  shadowed(pen, { blur: 8, down: 1, colour: faded(ink, 0.9) }, () => {
    for (const stroke of strokes) line(pen, stroke, 11, red);
  });
  for (const stroke of strokes) line(pen, stroke, 9.5, red);
});

const particle = (colour: string) =>
  picture(10, 10, (pen) => {
    disc(
      pen,
      5,
      radial(pen, 5, [
        [0, faded(blend(colour, white, 0.4), 0.6)],
        [0.4, faded(colour, 0.3)],
        [1, faded(colour, 0)],
      ]),
    );
  });

/** Greats are small and unobtrusive: there are hundreds, and the other results matter more. */
export const judgements: Pictures = {
  hit0: missed,
  hit50: hit('50', { colour: meh, size: 34, sparkles: 0 }),
  hit100: hit('100', { colour: ok, size: 34, sparkles: 0 }),
  hit100k: hit('100', { colour: ok, size: 34, sparkles: 1 }),
  hit300: hit('300', { colour: great, size: 25, sparkles: 0 }),
  hit300k: hit('300', { colour: great, size: 25, sparkles: 1 }),
  hit300g: hit('300', { colour: great, size: 25, sparkles: 3 }),
  particle50: particle(meh),
  particle100: particle(ok),
  particle300: particle(great),
};
