import { letter } from './lettering.ts';
import { blend, faded, palette } from './palette.ts';
import { type Picture, type Pictures, picture } from './picture.ts';
import { polygon, shadowed, vertical } from './shapes.ts';

const { ink, white } = palette;

/** Colours by the kind of mod. */
const kinds = { easier: '#58c98b', harder: '#f0566f', automatic: '#5aa9f2', other: '#a07cf0' } as const;

const badges: Readonly<Record<string, readonly [text: string, kind: keyof typeof kinds]>> = {
  easy: ['EZ', 'easier'],
  nofail: ['NF', 'easier'],
  halftime: ['HT', 'easier'],
  hardrock: ['HR', 'harder'],
  suddendeath: ['SD', 'harder'],
  perfect: ['PF', 'harder'],
  doubletime: ['DT', 'harder'],
  nightcore: ['NC', 'harder'],
  hidden: ['HD', 'harder'],
  flashlight: ['FL', 'harder'],
  relax: ['RX', 'automatic'],
  relax2: ['AP', 'automatic'],
  spunout: ['SO', 'automatic'],
  autoplay: ['AT', 'automatic'],
  cinema: ['CN', 'automatic'],
  scorev2: ['V2', 'other'],
  target: ['TP', 'other'],
  touchdevice: ['TD', 'other'],
};

export const mods: Pictures = Object.fromEntries(
  Object.entries(badges).map(([name, [text, kind]]) => [`selection-mod-${name}`, badge(text, kinds[kind])]),
);

function badge(text: string, colour: string): Picture {
  return picture(72, 68, (pen) => {
    const plate = hexagon(29, 9);
    shadowed(pen, { blur: 4, down: 1.5, colour: faded(ink, 0.7) }, () => {
      polygon(pen, plate);
      pen.lineJoin = 'round';
      pen.lineWidth = 7;
      pen.strokeStyle = blend(colour, ink, 0.45);
      pen.stroke();
    });
    polygon(pen, plate);
    pen.lineWidth = 3;
    pen.fillStyle = vertical(pen, 54, [
      [0, blend(colour, white, 0.25)],
      [1, blend(colour, ink, 0.12)],
    ]);
    pen.strokeStyle = pen.fillStyle;
    pen.fill();
    pen.stroke();
    letter(pen, text, { size: 27, weight: 900, shadow: { blur: 2.5, down: 1, colour: faded(ink, 0.55) } });
  });
}

/** A hexagon, flat at top and bottom, with points of `point` pixels at the sides. */
function hexagon(halfWidth: number, point: number): [number, number][] {
  const side = halfWidth - point;
  return [
    [-side, -24],
    [side, -24],
    [halfWidth, 0],
    [side, 24],
    [-side, 24],
    [-halfWidth, 0],
  ];
}
