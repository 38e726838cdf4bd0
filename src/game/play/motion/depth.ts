import type { PlayableMap, PlayableObject } from '../../beatmap/index.ts';
import type { Depth } from '../../mods/index.ts';
import type { Millis } from '../../units.ts';
import { type Pose, restPose } from './pose.ts';

/** The distance of the viewer from the playfield, which is at depth 0; farther objects have positive depths. */
const viewerDistance = 200;
/** Sliders do not come closer than the depth at which they are this large. */
const maxSliderScale = 1.5;
const minSliderDepth = viewerDistance / maxSliderScale - viewerDistance;
/** How long a slow slider keeps approaching after its end. */
const afterEndMs = 500;
/** The last part of the time before a slow slider starts, in which it slows down. */
const slowdownFraction = 0.2;
const centre = { x: 256, y: 192 };

/** Depth: objects come from afar and reach the playfield at their time (rules DE1, DE2). */
export function createDepth(
  { preempt }: Pick<PlayableMap, 'preempt'>,
  { maxDepth }: Depth,
): (object: PlayableObject, t: Millis) => Pose {
  return (object, t) => {
    if (object.kind === 'spinner') return restPose;
    const depth = depthAt(object, t, { preempt, speed: maxDepth / preempt });
    const scale = viewerDistance / Math.max(1, depth + viewerDistance);
    const x = (object.at.x - centre.x) * (scale - 1);
    const y = (object.at.y - centre.y) * (scale - 1);
    return { x, y, scaleX: scale, scaleY: scale, rotation: 0 };
  };
}

interface Approach {
  readonly preempt: Millis;
  /** Depth per millisecond. */
  readonly speed: number;
}

function depthAt({ kind, startTime, endTime }: PlayableObject, t: Millis, { preempt, speed }: Approach): number {
  const since = Math.max(t, startTime - preempt) - startTime;
  const duration = endTime - startTime;
  if (kind !== 'slider' || -duration * speed > minSliderDepth) return -since * speed;
  return slowDepth(since, { preempt, speed, duration });
}

/** A slider that would come too close slows down before its start and then approaches slowly until after its end. */
function slowDepth(since: Millis, { preempt, speed, duration }: Approach & { readonly duration: Millis }): number {
  const slowLength = duration + afterEndMs;
  const slowSpeed = Math.min(-minSliderDepth / slowLength, speed);
  if (since >= 0) return -Math.min(since, slowLength) * slowSpeed;
  const slowdown = preempt * slowdownFraction;
  const slowdownDistance = (slowdown * (speed + slowSpeed)) / 2;
  if (since < -slowdown) return slowdownDistance - (since + slowdown) * speed;
  const elapsed = since + slowdown;
  return slowdownDistance - speed * elapsed - (((slowSpeed - speed) / slowdown) * elapsed * elapsed) / 2;
}
