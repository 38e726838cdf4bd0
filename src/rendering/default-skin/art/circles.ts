import { faded, palette } from './palette.ts';
import { type Pictures, picture } from './picture.ts';
import { at, disc, line, radial, ring, shadowed } from './shapes.ts';

/**
 * The circle has 128 skin pixels. Its rim is at radius 59 of 64, like the edge of slider bodies; the rest is shadow.
 */
export const rim = { inner: 52, outer: 59 } as const;

const { ink, white } = palette;

/** Greys only: the game tints it with the combo colour. */
const hitcircle = picture(128, 128, (pen) => {
  disc(
    pen,
    rim.outer - 1,
    radial(pen, rim.outer, [
      [0, '#f2f2f2'],
      [0.55, '#dadada'],
      [0.86, '#acacac'],
      [1, '#8c8c8c'],
    ]),
  );
  // Lit from above, so that the disc looks like a shallow dome.
  at(pen, [0, -26], () => {
    disc(
      pen,
      30,
      radial(pen, 30, [
        [0, faded(white, 0.42)],
        [1, faded(white, 0)],
      ]),
    );
  });
});

const hitcircleoverlay = picture(128, 128, (pen) => {
  disc(
    pen,
    64,
    radial(pen, 64, [
      [0, faded(ink, 0)],
      [(rim.inner - 9) / 64, faded(ink, 0)],
      [rim.inner / 64, faded(ink, 0.32)],
      [rim.outer / 64, faded(ink, 0.5)],
      [1, faded(ink, 0)],
    ]),
  );
  ring(pen, [rim.inner, rim.outer], white);
});

const approachcircle = picture(132, 132, (pen) => {
  ring(pen, [58, 65.5], faded(ink, 0.28));
  ring(pen, [59.5, 63.5], white);
});

const lighting = picture(256, 256, (pen) => {
  disc(
    pen,
    128,
    radial(pen, 128, [
      [0, faded(white, 0.5)],
      [0.35, faded(white, 0.26)],
      [0.7, faded(white, 0.07)],
      [1, faded(white, 0)],
    ]),
  );
});

const followpoint = picture(24, 24, (pen) => {
  const chevron = [
    [-4, -6],
    [3, 0],
    [-4, 6],
  ] as const;
  shadowed(pen, { blur: 3, colour: faded(ink, 0.8) }, () => line(pen, chevron, 3, faded(white, 0.85)));
});

export const circles: Pictures = { hitcircle, hitcircleoverlay, approachcircle, lighting, followpoint };
