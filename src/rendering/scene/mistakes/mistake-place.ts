import { ballAt, type PlayableObject, type PlayableSlider } from '../../../game/beatmap/index.ts';
import type { Mistake } from '../../../game/mistakes/index.ts';
import { type ObjectMotion, posedPoint } from '../../../game/play/index.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';

/** Where and when a mistake was decided. */
export interface MistakePlace {
  readonly time: Millis;
  /** The centre of the circle, slider head, slider ball or spinner at that time. */
  readonly target: OsuPoint;
  /** Whether the target is the ball of a slider. */
  readonly isBall: boolean;
}

/** Finds the place of a mistake. Mods can have moved its object. */
export function placeOf(mistake: Mistake, object: PlayableObject, motion: ObjectMotion | null): MistakePlace {
  const time = mistake.cursor?.time ?? mistake.press?.time ?? mistake.time;
  const head = posedAt(object, motion, time).at;
  if (object.kind !== 'slider' || mistake.part === 'head') return { time, target: head, isBall: false };
  const ball = posedBall(object, motion, time);
  const isBall = mistake.part !== 'slider' || isDecidedByBall(mistake, head, ball);
  return { time, target: isBall ? ball : head, isBall };
}

/** The centre and the size of a circle or slider head at a time; 1 is the normal size. */
export function posedAt(
  object: PlayableObject,
  motion: ObjectMotion | null,
  t: Millis,
): { readonly at: OsuPoint; readonly scale: number } {
  if (motion === null) return { at: object.at, scale: 1 };
  const pose = motion.poseAt(object, t);
  const head = object.kind === 'slider' ? motion.headPoseAt(object, t) : null;
  const inside = head ? { x: object.at.x + head.x, y: object.at.y + head.y } : object.at;
  return { at: posedPoint(pose, object.at, inside), scale: pose.scaleX };
}

function posedBall(slider: PlayableSlider, motion: ObjectMotion | null, t: Millis): OsuPoint {
  const ball = ballAt(slider, t);
  return motion === null ? ball : posedPoint(motion.poseAt(slider, t), slider.at, ball);
}

/** A slider as a whole has the cause of its head or of a later part: the one that is as far from the cursor as the evidence says. */
function isDecidedByBall({ distancePx, cursor }: Mistake, head: OsuPoint, ball: OsuPoint): boolean {
  if (distancePx === undefined || cursor === undefined) return false;
  const error = (at: OsuPoint) => Math.abs(Math.hypot(cursor.at.x - at.x, cursor.at.y - at.y) - distancePx);
  return error(ball) < error(head);
}

/** A point, or one in its direction that is at most this far from the target. */
export function nearTarget(target: OsuPoint, at: OsuPoint, maxDistance: number): OsuPoint {
  const [dx, dy] = [at.x - target.x, at.y - target.y];
  const distance = Math.hypot(dx, dy);
  if (distance <= maxDistance) return at;
  return { x: target.x + (dx * maxDistance) / distance, y: target.y + (dy * maxDistance) / distance };
}
