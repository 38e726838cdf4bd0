import { ballAt, type PlayableObject } from '../../../game/beatmap/index.ts';
import type { Mistake } from '../../../game/mistakes/index.ts';
import { type ObjectMotion, type Pose, posedPoint } from '../../../game/play/index.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';

/** Where and when a mistake was decided. */
export interface MistakePlace {
  readonly time: Millis;
  /** The centre of the circle, slider head, slider ball or spinner at that time. */
  readonly target: OsuPoint;
  /** Whether the target is the ball of a slider. */
  readonly isBall: boolean;
  /** The size of the object, which mods change; 1 is the normal size. */
  readonly scale: number;
}

/** Finds the place of a mistake. Mods can have moved its object. */
export function placeOf(mistake: Mistake, object: PlayableObject, motion: ObjectMotion | null): MistakePlace {
  const time = mistake.cursor?.time ?? mistake.press?.time ?? mistake.time;
  const isBall = object.kind === 'slider' && mistake.cause === 'slider-left';
  const { at, scale } = posedAt(object, motion, time);
  if (!isBall) return { time, target: at, isBall, scale };
  const ball = ballAt(object, time);
  const pose = motion?.poseAt(object, time);
  return { time, target: pose ? posedPoint(pose, object.at, ball) : ball, isBall, scale };
}

/** The centre and the size of a circle or slider head at a time. */
export function posedAt(
  object: PlayableObject,
  motion: ObjectMotion | null,
  t: Millis,
): { readonly at: OsuPoint; readonly scale: number } {
  if (motion === null) return { at: object.at, scale: 1 };
  const pose: Pose = motion.poseAt(object, t);
  const head = object.kind === 'slider' ? motion.headPoseAt(object, t) : null;
  const inside = head ? { x: object.at.x + head.x, y: object.at.y + head.y } : object.at;
  return { at: posedPoint(pose, object.at, inside), scale: pose.scaleX };
}
