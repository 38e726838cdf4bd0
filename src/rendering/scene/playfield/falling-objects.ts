import { lerp } from '../animation/easing.ts';
import { randomOf } from '../animation/random.ts';
import {
  createDisplayList,
  type DisplayItem,
  type DisplayList,
  type ScreenPoint,
  type SpriteLook,
  spritesOf,
} from '../display-list/display-list.ts';
import type { Field } from './playfield-context.ts';

/** An object of a play that has failed: it comes off the field, turning and getting smaller, and is gone below. */
export interface Falling {
  /** Where it lay, and turns about. */
  readonly at: ScreenPoint;
  /** Different for each object, the same in every frame. */
  readonly seed: number;
  /** 0 to 1. */
  readonly fallen: number;
}

/** In osu! pixels, radians, and parts of its size. */
const drop = 200;
const turn = Math.PI / 4;
const shrunk = 0.75;

/** Draws what `draw` draws, as one piece that has fallen so far. */
export function drawFalling(
  list: DisplayList,
  { viewport }: Field,
  { at, seed, fallen }: Falling,
  draw: (list: DisplayList) => void,
): void {
  if (fallen === 0) {
    draw(list);
    return;
  }
  const standing = createDisplayList();
  draw(standing);
  const rotation = (randomOf(seed, 0) * 2 - 1) * turn * fallen;
  const scale = lerp(1, shrunk, fallen);
  const [sin, cos] = [Math.sin(rotation) * scale, Math.cos(rotation) * scale];
  const moved = ({ x, y }: ScreenPoint): ScreenPoint => ({
    x: at.x + (x - at.x) * cos - (y - at.y) * sin,
    y: at.y + (x - at.x) * sin + (y - at.y) * cos + drop * viewport.osuPx * fallen,
  });
  for (const item of standing.items) moveItem(list, item, { moved, rotation, scale, alpha: 1 - fallen });
}

interface Move {
  moved(point: ScreenPoint): ScreenPoint;
  readonly rotation: number;
  readonly scale: number;
  readonly alpha: number;
}

function moveItem(list: DisplayList, item: DisplayItem, move: Move): void {
  if (item.kind === 'sprite') list.sprite(item.image, movedLook(item, move));
  if (item.kind === 'motion')
    list.motion(
      item.image,
      item.looks.map((look) => look && movedLook(look, move)),
    );
  if (item.kind === 'streak') {
    const sprites = spritesOf((into) => {
      for (const sprite of item.sprites) into.sprite(sprite.image, movedLook(sprite, move));
    });
    const zero = move.moved({ x: 0, y: 0 });
    const offset = ({ x, y }: ScreenPoint) => ({ x: x - zero.x, y: y - zero.y });
    list.streak(
      sprites,
      item.path.map((point) => point && offset(move.moved(point))),
    );
  }
  if (item.kind === 'body') {
    const { body, from, to } = item;
    const moved = { ...body, path: body.path.map(move.moved), radiusPx: body.radiusPx * move.scale };
    list.body(moved, { from, to, alpha: item.alpha * move.alpha });
  }
}

function movedLook(look: SpriteLook, { moved, rotation, scale, alpha }: Move): SpriteLook {
  return {
    ...look,
    at: moved(look.at),
    scale: look.scale * scale,
    ...(look.scaleY !== undefined && { scaleY: look.scaleY * scale }),
    rotation: (look.rotation ?? 0) + rotation,
    alpha: (look.alpha ?? 1) * alpha,
    still: false,
  };
}
