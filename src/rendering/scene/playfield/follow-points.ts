import type { PlayableObject } from '../../../game/beatmap/index.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../animation/easing.ts';
import { createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import { animationFrameOnce } from '../pictures.ts';
import { isOnScreen, type PlayfieldContext } from './playfield-context.ts';

/** The line of follow points from one object of a combo to the next. */
export interface FollowLine extends Lifetime {
  readonly from: OsuPoint;
  readonly to: OsuPoint;
  readonly distance: number;
  /** The end time of the previous object and the start time of the next. */
  readonly previousEnd: Millis;
  readonly nextStart: Millis;
}

const spacing = 32;
/** Longer distances, in osu! pixels, get no follow points; only hostile maps have them. */
const maxDistance = 8192;

/** Finds the pairs of objects that follow points connect. */
export function createFollowLines(context: PlayfieldContext): Timeline<FollowLine> {
  const { objects } = context.map;
  const lines: FollowLine[] = [];
  for (let i = 1; i < objects.length; i++) {
    const line = lineBetween(context, objects[i - 1]!, objects[i]!);
    if (line !== null) lines.push(line);
  }
  return createTimeline(lines);
}

function lineBetween(context: PlayfieldContext, a: PlayableObject, b: PlayableObject): FollowLine | null {
  if (b.newCombo || a.kind === 'spinner' || b.kind === 'spinner') return null;
  const from = a.kind === 'slider' ? a.endPosition : a.at;
  const distance = Math.trunc(Math.hypot(b.at.x - from.x, b.at.y - from.y));
  if (distance <= spacing * 2.5 || distance > maxDistance) return null;
  const line = { from, to: b.at, distance, previousEnd: a.endTime, nextStart: b.startTime };
  const first = fadeOutTime(line, (spacing * 1.5) / distance);
  return { ...line, appears: first - leadTime(context), vanishes: Math.max(first, b.startTime) + context.fadeIn };
}

/** Draws the visible follow points of a line. */
export function drawFollowLine(list: DisplayList, context: PlayfieldContext, line: FollowLine, t: Millis): void {
  const { fadeIn } = context;
  const element = context.elements.followPoint;
  if (element === null) return;
  const { from, to, distance } = line;
  const rotation = Math.atan2(to.y - from.y, to.x - from.x);
  for (let along = spacing * 1.5; along < distance - spacing; along += spacing) {
    const fraction = along / distance;
    const fadesOut = fadeOutTime(line, fraction);
    const fadesIn = fadesOut - leadTime(context);
    if (t < fadesIn || t >= fadesOut + fadeIn) continue;
    const settled = context.followPointsSlide ? outQuad(progressBetween(t, fadesIn, fadesIn + fadeIn)) : 1;
    const position = lerp(fraction - 0.1, fraction, settled);
    const at = context.viewport.toScreen({ x: lerp(from.x, to.x, position), y: lerp(from.y, to.y, position) });
    if (!isOnScreen(context, at)) continue;
    list.sprite(animationFrameOnce(element, t - fadesIn).image, {
      at,
      rotation,
      scale: context.spritePx * lerp(1.5, 1, settled),
      alpha: progressBetween(t, fadesIn, fadesIn + fadeIn) * (1 - progressBetween(t, fadesOut, fadesOut + fadeIn)),
    });
  }
}

function fadeOutTime(
  { previousEnd, nextStart }: Pick<FollowLine, 'previousEnd' | 'nextStart'>,
  fraction: number,
): Millis {
  return lerp(previousEnd, nextStart, fraction);
}

/** How long a point is visible before it fades out; shorter at high approach rates. */
function leadTime({ map }: PlayfieldContext): Millis {
  return 800 * Math.min(1, map.preempt / 450);
}
