import type { Pose } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { lerp, progressBetween } from '../animation/easing.ts';
import { drawUpright } from '../barrel-roll.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import { drawTransformed, type ListTransform, transformPoint } from '../display-list/transformed-list.ts';
import type { Viewport } from '../viewport.ts';
import { type DrawableCircle, drawCircle } from './circle/hit-circle.ts';
import type { PlayfieldContext } from './playfield-context.ts';

/** An object, or a part of one, that a mod has moved; null if it is at its place. */
export interface Posed {
  readonly pose: Pose | null;
  /** Its position without the pose. */
  readonly at: ScreenPoint;
  /** Multiplied with its colours; 1 by default. */
  readonly brightness?: number;
}

/** A target of Target Practice is dark until a beat before its time (rule TG7). */
const darkTarget = 0.5;
const undimMs = 96;

/** The pose of a circle, or of the slider whose head it is. */
export function objectPose(context: PlayfieldContext, { object, at }: DrawableCircle, t: Millis): Posed {
  const { motion, targetBeatLength } = context;
  const pose = motion?.poseAt(object, t) ?? null;
  if (targetBeatLength === null) return { pose, at };
  const brightAt = object.startTime - targetBeatLength(object.startTime);
  return { pose, at, brightness: lerp(darkTarget, 1, progressBetween(t, brightAt - undimMs, brightAt)) };
}

/** Draws a circle, which stays upright while Barrel Roll rotates the playfield. */
export function drawUprightCircle(
  list: DisplayList,
  context: PlayfieldContext,
  circle: DrawableCircle,
  t: Millis,
): void {
  drawUpright(list, { roll: context.barrelRoll, at: circle.at, t }, (target) => drawCircle(target, context, circle, t));
}

/** The pose of a slider's head inside its slider. */
export function headPose({ motion }: PlayfieldContext, { object, at }: DrawableCircle, t: Millis): Posed {
  return { pose: object.kind === 'slider' && motion ? motion.headPoseAt(object, t) : null, at };
}

/** Draws what `draw` adds to a list where the pose has it. */
export function drawPosed(
  list: DisplayList,
  viewport: Viewport,
  { pose, at, brightness }: Posed,
  draw: (list: DisplayList) => void,
): void {
  if (pose === null) draw(list);
  else drawTransformed(list, { ...transformOf(viewport, pose, at), brightness }, draw);
}

/** Where a pose has a point of the screen. */
export function posedOnScreen(viewport: Viewport, { pose, at }: Posed, point: ScreenPoint): ScreenPoint {
  return pose === null ? point : transformPoint(transformOf(viewport, pose, at), point);
}

function transformOf({ osuPx }: Viewport, pose: Pose, pivot: ScreenPoint): ListTransform {
  const { x, y, scaleX, scaleY, rotation } = pose;
  return { pivot, move: { x: x * osuPx, y: y * osuPx }, scaleX, scaleY, rotation };
}
