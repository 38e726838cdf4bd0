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
import type { PlayfieldContext } from './playfield-context.ts';

/** How far an object of a failed play has fallen; it rotates, shrinks and fades. */
export interface FallState {
  /** Its position before the fall, around which it rotates. */
  readonly at: ScreenPoint;
  /** Differs between objects, the same in every frame. */
  readonly seed: number;
  /** 0 to 1. */
  readonly fallen: number;
}

/** The end of the fall: distance in osu! pixels, largest rotation in radians, scale. */
const fallDistance = 200;
const maxRotation = Math.PI / 4;
const endScale = 0.75;

/** Draws what `draw` adds to a list, transformed as one piece. */
export function drawFalling(
  list: DisplayList,
  { viewport }: PlayfieldContext,
  { at, seed, fallen }: FallState,
  draw: (list: DisplayList) => void,
): void {
  if (fallen === 0) {
    draw(list);
    return;
  }
  const untransformed = createDisplayList();
  draw(untransformed);
  const rotation = (randomOf(seed, 0) * 2 - 1) * maxRotation * fallen;
  const scale = lerp(1, endScale, fallen);
  const [sin, cos] = [Math.sin(rotation) * scale, Math.cos(rotation) * scale];
  const transformPoint = ({ x, y }: ScreenPoint): ScreenPoint => ({
    x: at.x + (x - at.x) * cos - (y - at.y) * sin,
    y: at.y + (x - at.x) * sin + (y - at.y) * cos + fallDistance * viewport.osuPx * fallen,
  });
  for (const item of untransformed.items)
    drawTransformed(list, item, { transformPoint, rotation, scale, alpha: 1 - fallen });
}

interface Transform {
  transformPoint(point: ScreenPoint): ScreenPoint;
  readonly rotation: number;
  readonly scale: number;
  readonly alpha: number;
}

function drawTransformed(list: DisplayList, item: DisplayItem, transform: Transform): void {
  if (item.kind === 'sprite') list.sprite(item.image, transformLook(item, transform));
  if (item.kind === 'motion')
    list.motion(
      item.image,
      item.looks.map((look) => look && transformLook(look, transform)),
    );
  if (item.kind === 'streak') {
    const sprites = spritesOf((target) => {
      for (const sprite of item.sprites) target.sprite(sprite.image, transformLook(sprite, transform));
    });
    const zero = transform.transformPoint({ x: 0, y: 0 });
    const offset = ({ x, y }: ScreenPoint) => ({ x: x - zero.x, y: y - zero.y });
    list.streak(
      sprites,
      item.path.map((point) => point && offset(transform.transformPoint(point))),
    );
  }
  if (item.kind === 'body') {
    const { body, from, to } = item;
    const moved = { ...body, path: body.path.map(transform.transformPoint), radiusPx: body.radiusPx * transform.scale };
    list.body(moved, { from, to, alpha: item.alpha * transform.alpha });
  }
}

function transformLook(look: SpriteLook, { transformPoint, rotation, scale, alpha }: Transform): SpriteLook {
  return {
    ...look,
    at: transformPoint(look.at),
    scale: look.scale * scale,
    scaleY: look.scaleY === undefined ? undefined : look.scaleY * scale,
    rotation: (look.rotation ?? 0) + rotation,
    alpha: (look.alpha ?? 1) * alpha,
    still: false,
  };
}
