import type { Mods } from '../../game/mods/index.ts';
import type { Millis } from '../../game/units.ts';
import type { DisplayList, ScreenPoint } from './display-list/display-list.ts';
import { drawTransformed, type ListTransform, transformPoint } from './display-list/transformed-list.ts';
import type { Viewport } from './viewport.ts';

/** Lazer's Barrel Roll mod: the playfield rotates with everything on it, the cursor included. */
export interface BarrelRoll {
  /** Negative for anticlockwise. */
  readonly turnsPerMinute: number;
  /** The middle of the playfield. */
  readonly centre: ScreenPoint;
}

/** The playfield shrinks so far that its corners stay visible. */
const scale = 384 / 512;

/** Prepares the rotation; null without the mod. */
export function createBarrelRoll(mods: Mods, viewport: Viewport): BarrelRoll | null {
  const { barrelRoll } = mods.fun;
  return barrelRoll && { ...barrelRoll, centre: viewport.toScreen({ x: 256, y: 192 }) };
}

/** The angle of the playfield in radians, clockwise: proportional to song time, in the game's 32-bit floats. */
export function rollAngle(roll: BarrelRoll | null, t: Millis): number {
  return roll === null ? 0 : 2 * Math.PI * Math.fround((t / 60_000) * roll.turnsPerMinute);
}

/** Draws a part of the playfield, rotated. */
export function drawRolled(
  list: DisplayList,
  roll: BarrelRoll | null,
  t: Millis,
  draw: (list: DisplayList) => void,
): void {
  if (roll === null) draw(list);
  else drawTransformed(list, transformOf(roll, t), draw);
}

/** Draws something around a point as it would be without the rotation: circles and the cursor stay upright. */
export function drawUpright(
  list: DisplayList,
  { roll, at, t }: { readonly roll: BarrelRoll | null; readonly at: ScreenPoint; readonly t: Millis },
  draw: (list: DisplayList) => void,
): void {
  if (roll === null) draw(list);
  else {
    const rotation = -rollAngle(roll, t);
    drawTransformed(list, { pivot: at, move: { x: 0, y: 0 }, scaleX: 1, scaleY: 1, rotation }, draw);
  }
}

/** Where a point of the playfield is on the screen. */
export function rolledPoint(roll: BarrelRoll | null, point: ScreenPoint, t: Millis): ScreenPoint {
  return roll === null ? point : transformPoint(transformOf(roll, t), point);
}

function transformOf(roll: BarrelRoll, t: Millis): ListTransform {
  const rotation = rollAngle(roll, t);
  return { pivot: roll.centre, move: { x: 0, y: 0 }, scaleX: scale, scaleY: scale, rotation };
}
