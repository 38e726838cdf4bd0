import { darkened } from './darkened.ts';
import {
  createDisplayList,
  type DisplayItem,
  type DisplayList,
  type ScreenPoint,
  type SpriteLook,
  spritesOf,
} from './display-list.ts';

/** Scales and rotates about a point of the screen, then moves. */
export interface ListTransform {
  readonly pivot: ScreenPoint;
  readonly move: ScreenPoint;
  readonly scaleX: number;
  readonly scaleY: number;
  /** Radians, clockwise. */
  readonly rotation: number;
  /** Multiplied with the opacity of the items; 1 by default. */
  readonly alpha?: number;
  /** Multiplied with the colours of sprites; 1 by default. */
  readonly brightness?: number;
}

/** Draws the sprites and slider bodies that `draw` adds to a list, transformed as one piece. */
export function drawTransformed(list: DisplayList, transform: ListTransform, draw: (list: DisplayList) => void): void {
  const untransformed = createDisplayList();
  draw(untransformed);
  for (const item of untransformed.items) addTransformed(list, item, transform);
}

/** Where a transform brings a point of the screen. */
export function transformPoint(transform: ListTransform, { x, y }: ScreenPoint): ScreenPoint {
  const { pivot, move, scaleX, scaleY, rotation } = transform;
  const [sin, cos] = [Math.sin(rotation), Math.cos(rotation)];
  const dx = (x - pivot.x) * scaleX;
  const dy = (y - pivot.y) * scaleY;
  return { x: pivot.x + move.x + dx * cos - dy * sin, y: pivot.y + move.y + dx * sin + dy * cos };
}

function addTransformed(list: DisplayList, item: DisplayItem, transform: ListTransform): void {
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
    const zero = transformPoint(transform, { x: 0, y: 0 });
    const offset = ({ x, y }: ScreenPoint) => ({ x: x - zero.x, y: y - zero.y });
    list.streak(
      sprites,
      item.path.map((point) => point && offset(transformPoint(transform, point))),
    );
  }
  if (item.kind === 'body' && transform.scaleX > 0) {
    const { body, kind: _, alpha, ...look } = item;
    const path = body.path.map((point) => transformPoint(transform, point));
    const radiusPx = body.radiusPx * transform.scaleX;
    list.body({ ...body, path, radiusPx }, { ...look, alpha: alpha * (transform.alpha ?? 1) });
  }
}

function transformLook(look: SpriteLook, transform: ListTransform): SpriteLook {
  const { scaleX, scaleY, rotation, alpha = 1, brightness = 1 } = transform;
  const isOnlyMoved = scaleX === 1 && scaleY === 1 && rotation === 0;
  return {
    ...look,
    at: transformPoint(transform, look.at),
    scale: look.scale * scaleX,
    scaleY: look.scaleY === undefined && scaleX === scaleY ? undefined : (look.scaleY ?? look.scale) * scaleY,
    rotation: (look.rotation ?? 0) + rotation,
    alpha: (look.alpha ?? 1) * alpha,
    tint: darkened(look.tint, brightness),
    still: false,
    steady: isOnlyMoved && (look.still || look.steady),
  };
}
