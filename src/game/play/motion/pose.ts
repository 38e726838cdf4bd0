import type { OsuPoint } from '../../units.ts';

/** How an object differs from its place on the map: scaled and rotated about its position, then moved. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** Radians, clockwise. */
  readonly rotation: number;
}

/** The pose of an object at its place. */
export const restPose: Pose = { x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: 0 };

/** Where a point of an object is with a pose; `position` is the object's position on the map. */
export function posedPoint(pose: Pose, position: OsuPoint, point: OsuPoint): OsuPoint {
  const dx = (point.x - position.x) * pose.scaleX;
  const dy = (point.y - position.y) * pose.scaleY;
  const [sin, cos] = [Math.sin(pose.rotation), Math.cos(pose.rotation)];
  return { x: position.x + pose.x + dx * cos - dy * sin, y: position.y + pose.y + dx * sin + dy * cos };
}

/** The point of an object that lies under the cursor. With a scale of 0 it is infinitely far away. */
export function unposedPoint(pose: Pose, position: OsuPoint, cursor: OsuPoint): OsuPoint {
  const dx = cursor.x - position.x - pose.x;
  const dy = cursor.y - position.y - pose.y;
  if (pose.scaleX === 1 && pose.scaleY === 1 && pose.rotation === 0) {
    return { x: position.x + dx, y: position.y + dy };
  }
  if (pose.scaleX === 0 || pose.scaleY === 0) return { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
  const [sin, cos] = [Math.sin(pose.rotation), Math.cos(pose.rotation)];
  return {
    x: position.x + (dx * cos + dy * sin) / pose.scaleX,
    y: position.y + (dy * cos - dx * sin) / pose.scaleY,
  };
}
