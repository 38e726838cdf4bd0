import type { Millis } from '../osu/units.ts';
import { type DisplayList, type ScreenPoint, type SpriteItem, type Sprites, spritesOf } from './display-list.ts';
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
/** What turns further than this in half of the time has not turned, but looks another way. */
const mostTurn = Math.PI / 3;

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
  if (exposure === 0) {
    draw(list, t);
    return;
  }
  const at = (share: number) => spritesOf((sprites) => draw(sprites, t + (share - 0.5) * exposure));
  const middle = at(0.5);
  const { count, asOne } = movementOf([at(0), middle, at(1)], reach, stage);
  const moments = Array.from({ length: count }, (_, i) => at((i + 0.5) / count));
  if (count === 1) draw(list, t);
  else if (!asOne) list.motion(moments);
  else
    list.streak(
      middle,
      moments.map(([first]) => between(middle[0]!, first ?? middle[0]!)),
    );
}

/** The part of the exposure around t in which something is seen that has been there since a time. */
export function shareSeen({ exposure }: Camera, since: Millis, t: Millis): number {
  return exposure === 0 ? 1 : clamp01((t + exposure / 2 - since) / exposure);
}

/** At how many moments something is drawn, and whether it is more its place that differs between them than its look. */
interface Movement {
  readonly count: number;
  readonly asOne: boolean;
}

function movementOf(
  way: readonly [readonly SpriteItem[], ...(readonly SpriteItem[])[]],
  reach: number,
  { widthPx, heightPx }: Stage,
): Movement {
  const spacingPx = spacing * heightPx;
  let movedPx = 0;
  let turnedPx = 0;
  let sizePx = 0;
  let changes = false;
  for (const [step, sprites] of way.entries()) {
    const before = way[step - 1] ?? sprites;
    changes ||= sprites.length !== before.length;
    let furthest = 0;
    let turnedFurthest = 0;
    for (const [i, sprite] of sprites.entries()) {
      const other = before[i] ?? sprite;
      const turn = turnBetween(other, sprite);
      changes ||= sprite.image !== other.image || turn > mostTurn;
      const turned =
        reach * (Math.abs(sprite.scale - other.scale) + (turn > mostTurn ? 0 : Math.abs(sprite.scale) * turn));
      const { x, y } = between(other, sprite);
      furthest = Math.max(furthest, Math.hypot(x, y) + turned);
      turnedFurthest = Math.max(turnedFurthest, turned);
      sizePx = Math.max(sizePx, 2 * reach * Math.abs(sprite.scale));
    }
    movedPx += furthest;
    turnedPx += turnedFurthest;
  }
  const most = Math.max(moments.leastForLarge, Math.floor((widthPx * heightPx) / (sizePx * sizePx)));
  const count = Math.max(changes ? momentsOfChange : 1, Math.min(most, moments.most, Math.ceil(movedPx / spacingPx)));
  return { count, asOne: !changes && turnedPx <= movedPx / 2 };
}

const between = (from: SpriteItem, to: SpriteItem): ScreenPoint => ({ x: to.at.x - from.at.x, y: to.at.y - from.at.y });

function turnBetween({ rotation: from = 0 }: SpriteItem, { rotation: to = 0 }: SpriteItem): number {
  const turned = Math.abs(to - from) % (2 * Math.PI);
  return Math.min(turned, 2 * Math.PI - turned);
}
