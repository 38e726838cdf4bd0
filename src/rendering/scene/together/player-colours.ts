import type { Rgb } from '../../../game/units.ts';
import { toLight } from '../linear-light.ts';

/** Colours that differ in hue and brightness, so that few players are told apart at once, on dark and on bright maps. */
const few: readonly Rgb[] = [
  { r: 255, g: 102, b: 170 },
  { r: 84, g: 190, b: 255 },
  { r: 255, g: 214, b: 64 },
  { r: 104, g: 230, b: 116 },
  { r: 255, g: 146, b: 56 },
  { r: 178, g: 132, b: 255 },
  { r: 52, g: 226, b: 208 },
  { r: 255, g: 82, b: 82 },
  { r: 196, g: 244, b: 72 },
  { r: 236, g: 236, b: 244 },
];

/** How many players have a colour of their own. */
const maxColours = 50;
/** The distance of two neighbouring candidates in each channel. */
const step = 17;
/** Darker colours cannot be read on a dark background. */
const minLuma = 105;

let colours: readonly Rgb[] | null = null;

/** The colour of a player's cursor, trail and row. */
export function playerColour(player: number): Rgb {
  const picked = few[player];
  if (picked) return picked;
  colours ??= mostDifferent(few, maxColours);
  return colours[player % maxColours]!;
}

/** Adds colours, each of which is the candidate that looks most different from all before it. */
function mostDifferent(first: readonly Rgb[], count: number): readonly Rgb[] {
  const chosen = [...first];
  const candidates = brightColours().map((colour) => ({
    colour,
    perceived: perceivedOf(colour),
    nearest: Number.POSITIVE_INFINITY,
  }));
  const addChosen = (perceived: Perceived) => {
    for (const candidate of candidates)
      candidate.nearest = Math.min(candidate.nearest, distance(candidate.perceived, perceived));
  };
  for (const colour of first) addChosen(perceivedOf(colour));
  while (chosen.length < count) {
    const best = candidates.reduce((a, b) => (b.nearest > a.nearest ? b : a));
    chosen.push(best.colour);
    addChosen(best.perceived);
  }
  return chosen;
}

function brightColours(): Rgb[] {
  const levels = Array.from({ length: 255 / step + 1 }, (_, i) => i * step);
  return levels
    .flatMap((r) => levels.flatMap((g) => levels.map((b) => ({ r, g, b }))))
    .filter(({ r, g, b }) => 0.2126 * r + 0.7152 * g + 0.0722 * b >= minLuma);
}

/** Lightness and two axes of colour in Oklab (Björn Ottosson, 2020), where equal distances look equal. */
type Perceived = readonly [lightness: number, greenToRed: number, blueToYellow: number];

function perceivedOf({ r, g, b }: Rgb): Perceived {
  const [red, green, blue] = [toLight(r), toLight(g), toLight(b)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function distance(a: Perceived, b: Perceived): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
