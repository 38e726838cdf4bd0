import { lerp } from '../animation/easing.ts';
import { randomOf } from '../animation/random.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import { drawTransformed } from '../display-list/transformed-list.ts';
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
  const scale = lerp(1, endScale, fallen);
  const transform = {
    pivot: at,
    move: { x: 0, y: fallDistance * viewport.osuPx * fallen },
    scaleX: scale,
    scaleY: scale,
    rotation: (randomOf(seed, 0) * 2 - 1) * maxRotation * fallen,
    alpha: 1 - fallen,
  };
  drawTransformed(list, transform, draw);
}
