import { letter } from './lettering.ts';
import { blend, faded, palette } from './palette.ts';
import { type Pen, type Pictures, picture } from './picture.ts';
import { at, box, boxLine, disc, horizontal, line, polygon, radial, ring, shadowed, vertical } from './shapes.ts';

const { ink, white, great, ok, meh, miss } = palette;

/** The game places the bar 12 pixels right of the frame's corner and 12.5 below it. */
const bar = { left: 12, top: 12.5, width: 460, height: 9 } as const;
const frame = { width: 488, height: 36 } as const;

const healthFrame = picture(frame.width, frame.height, (pen) => {
  const trough = { width: bar.width + 8, height: bar.height + 8, corner: 8.5 };
  at(pen, [bar.left + bar.width / 2 - frame.width / 2, bar.top + bar.height / 2 - frame.height / 2], () => {
    shadowed(pen, { blur: 4, down: 1, colour: faded(ink, 0.5) }, () => box(pen, trough, faded(ink, 0.66)));
    boxLine(pen, trough, 1.25, faded(white, 0.55));
  });
});

const healthBar = picture(bar.width, bar.height, (pen) => {
  const shape = { width: bar.width, height: bar.height, corner: bar.height / 2 };
  box(
    pen,
    shape,
    horizontal(pen, bar.width, [
      [0, blend(ok, great, 0.2)],
      [1, great],
    ]),
  );
  box(
    pen,
    shape,
    vertical(pen, bar.height, [
      [0, faded(white, 0.45)],
      [0.5, faded(white, 0)],
      [1, faded(ink, 0.18)],
    ]),
  );
});

const healthMarker = picture(44, 44, (pen) => {
  disc(
    pen,
    22,
    radial(pen, 22, [
      [0, faded(white, 0.65)],
      [0.3, faded(great, 0.4)],
      [1, faded(great, 0)],
    ]),
  );
  disc(pen, 6.5, white);
});

/** The game rotates it by 90 degrees: the top of the image is at the edge of the screen. */
const keyPanel = picture(193, 55, (pen) => {
  box(pen, { width: 193, height: 55, corner: 12 }, faded(ink, 0.62));
  boxLine(pen, { width: 193, height: 55, corner: 12 }, 1.25, faded(white, 0.22));
});

/** The game tints it while its key is held. */
const key = picture(44, 44, (pen) => {
  const cap = { width: 38, height: 38, corner: 9 };
  shadowed(pen, { blur: 3, down: 1, colour: faded(ink, 0.5) }, () => box(pen, cap, '#e9edf5'));
  box(
    pen,
    cap,
    vertical(pen, 38, [
      [0, faded(white, 0.9)],
      [0.6, faded(white, 0)],
      [1, faded(ink, 0.12)],
    ]),
  );
});

function badge(pen: Pen, colour: string, mark: readonly (readonly (readonly [number, number])[])[]): void {
  shadowed(pen, { blur: 14, down: 2, colour: faded(ink, 0.7) }, () => disc(pen, 84, faded(ink, 0.78)));
  ring(pen, [78, 85], colour);
  shadowed(pen, { blur: 10, colour: faded(colour, 0.7) }, () => {
    for (const stroke of mark) line(pen, stroke, 16, blend(colour, white, 0.35));
  });
}

const pass = picture(220, 220, (pen) =>
  badge(pen, ok, [
    [
      [-36, 2],
      [-10, 28],
      [38, -26],
    ],
  ]),
);

const fail = picture(220, 220, (pen) =>
  badge(pen, miss, [
    [
      [-28, -28],
      [28, 28],
    ],
    [
      [-28, 28],
      [28, -28],
    ],
  ]),
);

const skip = picture(190, 72, (pen) => {
  const plate = { width: 174, height: 56, corner: 28 };
  shadowed(pen, { blur: 8, down: 1, colour: faded(ink, 0.6) }, () => box(pen, plate, faded(ink, 0.78)));
  boxLine(pen, plate, 1.5, faded(white, 0.5));
  at(pen, [-22, 0], () => letter(pen, 'SKIP', { size: 27, weight: 700, spacing: 4, shadow: null }));
  for (const x of [40, 58]) {
    at(pen, [x, 0], () => {
      polygon(pen, [
        [-8, -11],
        [9, 0],
        [-8, 11],
      ]);
      pen.fillStyle = great;
      pen.fill();
    });
  }
});

/** Points right; the game mirrors it for the other side. */
const warningArrow = (colour: string) =>
  picture(120, 120, (pen) => {
    shadowed(pen, { blur: 8, colour: faded(ink, 0.7) }, () => {
      for (const [x, alpha] of [
        [-24, 0.55],
        [8, 1],
      ] as const) {
        const chevron = [
          [x - 12, -30],
          [x + 18, 0],
          [x - 12, 30],
        ] as const;
        line(pen, chevron, 14, faded(colour, alpha));
      }
    });
  });

const word = (text: string, { size, colour = white }: { size: number; colour?: string }) =>
  picture(Math.ceil(text.length * size * 0.8) + 60, size * 1.5, (pen) => {
    const shadow = { blur: size / 7, down: 2, colour: faded(ink, 0.8) };
    letter(pen, text, { size, weight: 900, spacing: size / 8, paint: colour, shadow });
  });

/** The ring around the song progress pie. */
const progressRing = picture(42, 42, (pen) => {
  shadowed(pen, { blur: 2, colour: faded(ink, 0.7) }, () => ring(pen, [16, 18.5], white));
  disc(pen, 2, white);
});

/** Darkens the sides of the playfield. */
const border = picture(48, 64, (pen) => {
  pen.fillStyle = horizontal(pen, 48, [
    [0, faded(ink, 0.9)],
    [1, faded(ink, 0)],
  ]);
  pen.fillRect(-24, -32, 48, 64);
});

export const hud: Pictures = {
  'scorebar-bg': healthFrame,
  'scorebar-colour': healthBar,
  'scorebar-marker': healthMarker,
  'inputoverlay-background': keyPanel,
  'inputoverlay-key': key,
  'section-pass': pass,
  'section-fail': fail,
  'play-skip': skip,
  'play-unranked': word('UNRANKED', { size: 30 }),
  'play-warningarrow': warningArrow(white),
  'arrow-warning': warningArrow(miss),
  ready: word('READY?', { size: 84 }),
  count3: word('3', { size: 120, colour: meh }),
  count2: word('2', { size: 120, colour: meh }),
  count1: word('1', { size: 120, colour: meh }),
  go: word('GO!', { size: 120, colour: ok }),
  circularmetre: progressRing,
  'masking-border': border,
};
