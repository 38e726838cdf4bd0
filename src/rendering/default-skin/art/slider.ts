import { rim } from './circles.ts';
import { letter } from './lettering.ts';
import { faded, palette } from './palette.ts';
import { type Pen, type Pictures, picture } from './picture.ts';
import { arc, at, disc, line, radial, ring, shadowed, vertical } from './shapes.ts';

const { ink, white, miss } = palette;

/** The game tints it with the combo colour; two gaps in its ring make its rotation visible. */
const sliderb = picture(128, 128, (pen) => {
  disc(
    pen,
    rim.outer - 2,
    radial(pen, rim.outer, [
      [0, '#ffffff'],
      [0.45, '#e6e6e6'],
      [0.88, '#b4b4b4'],
      [1, '#9a9a9a'],
    ]),
  );
  for (const from of [0.06, 0.56]) arc(pen, { inner: 38, outer: 42, from, to: from + 0.38 }, faded(white, 0.9));
});

/** The game draws it almost black below the ball. */
const ballShadow = picture(144, 144, (pen) => {
  disc(
    pen,
    70,
    radial(pen, 70, [
      [0, faded(white, 0.75)],
      [rim.outer / 70, faded(white, 0.6)],
      [1, faded(white, 0)],
    ]),
  );
});

/** A highlight that the game adds on top, without rotation. */
const ballShine = picture(128, 128, (pen) => {
  ring(
    pen,
    [rim.outer - 5, rim.outer],
    vertical(pen, 118, [
      [0, faded(white, 0.75)],
      [0.5, faded(white, 0.3)],
      [1, faded(white, 0.5)],
    ]),
  );
  at(pen, [0, -24], () => {
    disc(
      pen,
      28,
      radial(pen, 28, [
        [0, faded(white, 0.3)],
        [1, faded(white, 0)],
      ]),
    );
  });
});

/** Its light ends well before the centre: light too faint to be seen would cost as much to paint as bright light. */
const sliderfollowcircle = picture(264, 264, (pen) => {
  disc(
    pen,
    128,
    radial(pen, 128, [
      [0.55, faded('#ffe3a8', 0)],
      [1, faded('#ffe3a8', 0.3)],
    ]),
  );
  shadowed(pen, { blur: 4, colour: faded(ink, 0.5) }, () => ring(pen, [122.5, 128], '#fff6df'));
});

const sliderscorepoint = picture(24, 24, (pen) => {
  shadowed(pen, { blur: 3, colour: faded(ink, 0.9) }, () => disc(pen, 7, white));
  disc(pen, 3.5, faded(ink, 0.35));
});

const reversearrow = picture(128, 128, (pen) => {
  const head = [
    [-6, -23],
    [17, 0],
    [-6, 23],
  ] as const;
  const shaft = [
    [-22, 0],
    [13, 0],
  ] as const;
  for (const [thickness, paint] of [
    [17, faded(ink, 0.7)],
    [10, white],
  ] as const) {
    // Both strokes in one path, so that a translucent outline is not darker where they meet.
    shadowed(pen, { blur: thickness > 10 ? 5 : 0, colour: faded(ink, 0.6) }, () => {
      pen.beginPath();
      for (const stroke of [head, shaft]) {
        const [[x, y], ...rest] = stroke;
        pen.moveTo(x, y);
        for (const [nextX, nextY] of rest) pen.lineTo(nextX, nextY);
      }
      pen.lineWidth = thickness;
      pen.lineCap = 'round';
      pen.lineJoin = 'round';
      pen.strokeStyle = paint;
      pen.stroke();
    });
  }
});

function smallCross(pen: Pen, reach: number): void {
  shadowed(pen, { blur: 4, colour: faded(ink, 0.8) }, () => {
    for (const side of [-1, 1]) {
      const stroke = [
        [-reach, -reach * side],
        [reach, reach * side],
      ] as const;
      line(pen, stroke, reach * 0.6, miss);
    }
  });
}

const points = (text: string) => picture(40, 28, (pen) => letter(pen, text, { size: 20, weight: 900 }));

export const slider: Pictures = {
  sliderb,
  'sliderb-nd': ballShadow,
  'sliderb-spec': ballShine,
  sliderfollowcircle,
  sliderscorepoint,
  reversearrow,
  sliderpoint10: points('10'),
  sliderpoint30: points('30'),
  slidertickmiss: picture(28, 28, (pen) => smallCross(pen, 6)),
  sliderendmiss: picture(40, 40, (pen) => smallCross(pen, 9)),
};
