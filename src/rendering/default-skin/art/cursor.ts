import { faded, palette } from './palette.ts';
import { type Pictures, picture } from './picture.ts';
import { disc, radial, ring, shadowed, sparkle } from './shapes.ts';

const { ink, white } = palette;
const warm = '#ffb35c';

/** A halo that expands with each press, around a core of constant size. */
const cursor = picture(96, 96, (pen) => {
  disc(
    pen,
    48,
    radial(pen, 48, [
      [0, faded(warm, 0.55)],
      [0.42, faded(warm, 0.3)],
      [1, faded(warm, 0)],
    ]),
  );
  shadowed(pen, { blur: 4, colour: faded(ink, 0.6) }, () => ring(pen, [18.5, 23], '#fff1dc'));
});

const cursormiddle = picture(40, 40, (pen) => {
  shadowed(pen, { blur: 3, colour: faded(ink, 0.55) }, () => disc(pen, 8.5, white));
});

/** Drawn every few pixels and added up: each copy is faint and falls off so that a row of them looks even. */
const cursortrail = picture(28, 28, (pen) => {
  disc(
    pen,
    14,
    radial(pen, 14, [
      [0, faded(warm, 0.36)],
      [0.25, faded(warm, 0.31)],
      [0.5, faded(warm, 0.18)],
      [0.75, faded(warm, 0.05)],
      [1, faded(warm, 0)],
    ]),
  );
});

const smoke = picture(40, 40, (pen) => {
  disc(
    pen,
    20,
    radial(pen, 20, [
      [0, faded('#cfe9ff', 0.5)],
      [0.4, faded('#cfe9ff', 0.24)],
      [1, faded('#cfe9ff', 0)],
    ]),
  );
});

const ripple = picture(128, 128, (pen) => ring(pen, [58, 62], faded(white, 0.8)));

const star2 = picture(48, 48, (pen) => {
  shadowed(pen, { blur: 8, colour: faded(warm, 0.9) }, () => sparkle(pen, 20, 0.34, '#fff6e6'));
});

export const cursors: Pictures = {
  cursor,
  cursormiddle,
  cursortrail,
  'cursor-smoke': smoke,
  'cursor-ripple': ripple,
  star2,
};
