import type { Rgb } from '../../../game/units.ts';

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

/** The fraction of the colour wheel between two players: no two of fifty get close to each other soon. */
const goldenTurn = 0.381966;

/** The colour of a player's cursor, trail and row. */
export function playerColour(player: number): Rgb {
  const picked = few[player];
  if (picked) return picked;
  // Three degrees of brightness and saturation separate hues that are close to each other.
  const hue = (player * goldenTurn) % 1;
  return brightened(fromHsl(hue, [0.95, 0.6, 0.8][player % 3]!, [0.62, 0.78, 0.52][player % 3]!));
}

/** Darker colours cannot be read on a dark background. */
const minLuma = 120;

/** Mixes a dark colour, such as blue, with white. */
function brightened({ r, g, b }: Rgb): Rgb {
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const white = Math.max(0, (minLuma - luma) / (255 - luma));
  const mixed = (channel: number) => Math.round(channel + (255 - channel) * white);
  return { r: mixed(r), g: mixed(g), b: mixed(b) };
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue * 12) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return { r: channel(0), g: channel(8), b: channel(4) };
}
