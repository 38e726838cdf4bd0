import type { Millis } from '../osu/units.ts';
import { type DisplayList, type SpriteItem, type Sprites, spritesOf } from './display-list.ts';
import { clamp01 } from './easing.ts';
import type { Stage } from './stage.ts';

/** How pictures are taken of what moves. */
export interface Camera {
  readonly stage: Stage;
  /** For how long, in song milliseconds, half of them before the picture's time and half after it; 0 for an instant. */
  readonly exposure: Millis;
}

/** So much of the picture's height lies between two moments of what moves fastest: two pixels of 1080. */
const spacing = 1 / 540;
/** Small things may be drawn as often as that; large ones so often that they fill the screen about once, but not less. */
const moments = { most: 64, leastForLarge: 8 };
/** What comes, goes or changes its picture meanwhile is seen in parts of so many. */
const momentsOfChange = 4;

/**
 * Draws something that moves: once where it stands still or is seen for an instant, else at as many moments as it takes
 * to look like one streak. It reaches `reach` skin pixels from its place.
 */
export function drawMoving(
  list: DisplayList,
  { stage, exposure }: Camera,
  { t, reach }: { readonly t: Millis; readonly reach: number },
  draw: (sprites: Sprites, t: Millis) => void,
): void {
  const at = (share: number) => spritesOf((sprites) => draw(sprites, t + (share - 0.5) * exposure));
  const count = exposure === 0 ? 1 : momentsOf([at(0), at(0.5), at(1)], reach, stage);
  if (count === 1) draw(list, t);
  else list.motion(Array.from({ length: count }, (_, i) => at((i + 0.5) / count)));
}

/** The part of the exposure around t in which something is seen that has been there since a time. */
export function shareSeen({ exposure }: Camera, since: Millis, t: Millis): number {
  return exposure === 0 ? 1 : clamp01((t + exposure / 2 - since) / exposure);
}

function momentsOf(
  way: readonly [readonly SpriteItem[], ...(readonly SpriteItem[])[]],
  reach: number,
  { widthPx, heightPx }: Stage,
): number {
  let movedPx = 0;
  let changes = false;
  let sizePx = 0;
  for (const [step, sprites] of way.entries()) {
    const before = way[step - 1] ?? sprites;
    changes ||= sprites.length !== before.length;
    let furthest = 0;
    for (const [i, sprite] of sprites.entries()) {
      const other = before[i] ?? sprite;
      changes ||= sprite.image !== other.image;
      furthest = Math.max(furthest, movement(other, sprite, reach));
      sizePx = Math.max(sizePx, 2 * reach * Math.abs(sprite.scale));
    }
    movedPx += furthest;
  }
  const most = Math.max(moments.leastForLarge, Math.floor((widthPx * heightPx) / (sizePx * sizePx)));
  const least = changes ? momentsOfChange : 1;
  return Math.max(least, Math.min(most, moments.most, Math.ceil(movedPx / (spacing * heightPx))));
}

/** How far, in screen pixels, any part of a sprite has come. */
function movement(from: SpriteItem, to: SpriteItem, reach: number): number {
  const turned = Math.abs((to.rotation ?? 0) - (from.rotation ?? 0)) % (2 * Math.PI);
  return (
    Math.hypot(to.at.x - from.at.x, to.at.y - from.at.y) +
    reach * Math.abs(to.scale - from.scale) +
    reach * Math.abs(to.scale) * Math.min(turned, 2 * Math.PI - turned)
  );
}
