import { letter } from './lettering.ts';
import { faded, palette } from './palette.ts';
import { type Pictures, picture } from './picture.ts';
import { arc, at, box, boxLine, disc, horizontal, polygon, radial, ring, shadowed } from './shapes.ts';

const { ink, white, gold, great } = palette;
const size = 600;

/** A dark dial that rotates slowly; its marks make the rotation visible. */
const bottom = picture(size, size, (pen) => {
  disc(
    pen,
    294,
    radial(pen, 294, [
      [0, faded(ink, 0.5)],
      [0.7, faded(ink, 0.62)],
      [0.975, faded(ink, 0.72)],
      [1, faded(ink, 0)],
    ]),
  );
  for (let mark = 0; mark < 60; mark++) {
    pen.save();
    pen.rotate((mark / 60) * 2 * Math.PI);
    const long = mark % 5 === 0;
    pen.translate(long ? 262 : 267, 0);
    box(pen, { width: long ? 22 : 12, height: long ? 4 : 2.5, corner: 1.2 }, faded(white, long ? 0.75 : 0.35));
    pen.restore();
  }
});

/** Three arcs that rotate at half speed, with a fixed rim. */
const top = picture(size, size, (pen) => {
  ring(pen, [281, 287], faded(white, 0.9));
  for (let blade = 0; blade < 3; blade++) {
    const from = blade / 3;
    shadowed(pen, { blur: 6, colour: faded(great, 0.5) }, () => {
      arc(pen, { inner: 214, outer: 226, from, to: from + 0.2 }, faded(white, 0.92));
    });
    arc(pen, { inner: 198, outer: 202, from: from + 0.03, to: from + 0.17 }, faded(white, 0.5));
  }
});

/** A pointer that rotates with the player. */
const middle2 = picture(360, 360, (pen) => {
  ring(pen, [148, 152], faded(white, 0.35));
  for (const side of [0, 0.5]) {
    pen.save();
    pen.rotate(side * 2 * Math.PI);
    shadowed(pen, { blur: 6, colour: faded(ink, 0.6) }, () => {
      polygon(pen, [
        [172, 0],
        [140, -17],
        [147, 0],
        [140, 17],
      ]);
      pen.fillStyle = white;
      pen.fill();
    });
    pen.restore();
    arc(pen, { inner: 120, outer: 127, from: side + 0.04, to: side + 0.28 }, faded(white, 0.85));
  }
});

/** The game tints it from white to red as time runs out. */
const middle = picture(72, 72, (pen) => {
  shadowed(pen, { blur: 6, colour: faded(ink, 0.7) }, () => disc(pen, 9, white));
  ring(pen, [19, 23], white);
});

/** The game adds it in blue as the spinner fills. */
const glow = picture(700, 700, (pen) => {
  disc(
    pen,
    350,
    radial(pen, 350, [
      [0, faded(white, 0.1)],
      [0.6, faded(white, 0.28)],
      [0.82, faded(white, 0.6)],
      [0.86, faded(white, 0.3)],
      [1, faded(white, 0)],
    ]),
  );
});

const approachCircle = picture(384, 384, (pen) => {
  shadowed(pen, { blur: 4, colour: faded(ink, 0.5) }, () => ring(pen, [183, 187], faded(white, 0.95)));
});

const clear = picture(420, 120, (pen) => {
  letter(pen, 'CLEAR', {
    ...{ size: 72, weight: 900, spacing: 10, paint: gold },
    shadow: { blur: 12, down: 2, colour: faded(ink, 0.8) },
  });
});

const spin = picture(420, 120, (pen) => {
  letter(pen, 'SPIN!', {
    ...{ size: 72, weight: 900, spacing: 10 },
    shadow: { blur: 12, down: 2, colour: faded(ink, 0.8) },
  });
});

/** A plate; the game draws the number on its right half. */
const rpm = picture(278, 56, (pen) => {
  const plate = { width: 278, height: 56, corner: 14 };
  box(pen, plate, faded(ink, 0.72));
  boxLine(
    pen,
    plate,
    1.5,
    horizontal(pen, 278, [
      [0, faded(great, 0.7)],
      [1, faded(white, 0.15)],
    ]),
  );
  at(pen, [-118, 0], () => {
    letter(pen, 'RPM', { size: 24, weight: 700, spacing: 3, paint: faded(white, 0.75), shadow: null, align: 'left' });
  });
});

export const spinner: Pictures = {
  'spinner-bottom': bottom,
  'spinner-top': top,
  'spinner-middle2': middle2,
  'spinner-middle': middle,
  'spinner-glow': glow,
  'spinner-approachcircle': approachCircle,
  'spinner-clear': clear,
  'spinner-spin': spin,
  'spinner-rpm': rpm,
};
