import type { Press } from '../../../game/play/index.ts';
import type { Rgb } from '../../../game/units.ts';

/** The colours of the pictures of mistakes. */
export const colours = {
  background: { r: 18, g: 20, b: 26 },
  object: { r: 255, g: 255, b: 255 },
  objectFill: { r: 58, g: 78, b: 120 },
  around: { r: 112, g: 121, b: 142 },
  aroundFill: { r: 36, g: 42, b: 56 },
  path: { r: 214, g: 222, b: 236 },
  distance: { r: 255, g: 214, b: 64 },
  hit: { r: 86, g: 226, b: 106 },
  hitElsewhere: { r: 84, g: 170, b: 255 },
  noHit: { r: 255, g: 92, b: 92 },
} as const satisfies Record<string, Rgb>;

/** Green for the press that hit the object, blue for one that hit another, red for one that hit nothing. */
export function pressColour({ outcome, object }: Press, mistaken: number): Rgb {
  if (outcome !== 'hit') return colours.noHit;
  return object === mistaken ? colours.hit : colours.hitElsewhere;
}
