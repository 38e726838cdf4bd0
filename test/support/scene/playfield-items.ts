import {
  createDisplayList,
  type DisplayItem,
  type SpriteItem,
} from '../../../src/rendering/scene/display-list/display-list.ts';
import { drawPlay } from '../../../src/rendering/scene/frame.ts';
import type { Scene } from '../../../src/rendering/scene/index.ts';
import type { Row } from '../replays/build-play.ts';

/** Screen pixels per skin pixel of the test map's circles. */
export const spritePx = (32 * 1.00041 * 2.25) / 64;

/** What is drawn below the HUD. */
export function itemsAt(scene: Scene, t: number): readonly DisplayItem[] {
  const list = createDisplayList();
  drawPlay(list, scene, t);
  return list.items;
}

/** The sprites of an image of the user's skin. */
export function spritesAt(scene: Scene, t: number, image: string): SpriteItem[] {
  return itemsAt(scene, t).filter(
    (item): item is SpriteItem => item.kind === 'sprite' && item.image === `user/${image}`,
  );
}

/** Relative scale and opacity of the only sprite of an image; null if there is none. */
export function lookAt(scene: Scene, t: number, image: string): { scale: number; alpha: number } | null {
  const [sprite] = spritesAt(scene, t, image);
  return sprite === undefined ? null : { scale: sprite.scale / spritePx, alpha: sprite.alpha ?? 1 };
}

/** A still cursor with a frame every ten milliseconds, which holds a key between two times. */
export function stillCursor(x: number, y: number, from = Number.POSITIVE_INFINITY, to = from): Row[] {
  return Array.from({ length: 900 }, (_, i) => [i * 10, x, y, i * 10 >= from && i * 10 <= to ? 5 : 0]);
}

/** A cursor that hits nothing. */
export const untouched = stillCursor(-500, -500);

/** A circle in the centre at 2,000 ms. */
export const circle = '256,192,2000,5,0';
