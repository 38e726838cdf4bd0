import type { PlayableObject } from '../../../game/beatmap/index.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../animation/easing.ts';
import { createTimeline, type Life, type Timeline } from '../animation/timeline.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { DrawnElement } from '../pictures.ts';
import { type Field, isInSight } from './playfield-context.ts';

/** The way from one object of a combo to the next. */
export interface FollowLine extends Life {
  readonly from: OsuPoint;
  readonly to: OsuPoint;
  readonly distance: number;
  /** When the object behind is over, and when the one ahead has to be hit. */
  readonly leaves: Millis;
  readonly arrives: Millis;
}

const spacing = 32;
const fadeLength = 400;
/** Nobody can follow a line of this many osu! pixels; only a map made to break things has one. */
const longest = 8192;

export function createFollowLines(field: Field): Timeline<FollowLine> {
  const { objects } = field.map;
  const lines: FollowLine[] = [];
  for (let i = 1; i < objects.length; i++) {
    const line = lineBetween(field, objects[i - 1]!, objects[i]!);
    if (line !== null) lines.push(line);
  }
  return createTimeline(lines);
}

function lineBetween(field: Field, a: PlayableObject, b: PlayableObject): FollowLine | null {
  if (b.newCombo || a.kind === 'spinner' || b.kind === 'spinner') return null;
  const from = a.kind === 'slider' ? a.endPosition : a.at;
  const distance = Math.trunc(Math.hypot(b.at.x - from.x, b.at.y - from.y));
  if (distance <= spacing * 2.5 || distance > longest) return null;
  const line = { from, to: b.at, distance, leaves: a.endTime, arrives: b.startTime };
  const first = fadesOutAt(line, (spacing * 1.5) / distance);
  return { ...line, appears: first - leadTime(field), vanishes: Math.max(first, b.startTime) + fadeLength };
}

export function drawFollowLine(list: DisplayList, field: Field, line: FollowLine, t: Millis): void {
  const art = field.art.followPoint;
  if (art === null) return;
  const { from, to, distance } = line;
  const rotation = Math.atan2(to.y - from.y, to.x - from.x);
  for (let along = spacing * 1.5; along < distance - spacing; along += spacing) {
    const share = along / distance;
    const fadesOut = fadesOutAt(line, share);
    const fadesIn = fadesOut - leadTime(field);
    if (t < fadesIn || t >= fadesOut + fadeLength) continue;
    const settled = outQuad(progressBetween(t, fadesIn, fadesIn + fadeLength));
    const place = lerp(share - 0.1, share, settled);
    const at = field.viewport.toScreen({ x: lerp(from.x, to.x, place), y: lerp(from.y, to.y, place) });
    if (!isInSight(field, at)) continue;
    list.sprite(frameOnce(art, t - fadesIn).image, {
      at,
      rotation,
      scale: field.spritePx * lerp(1.5, 1, settled),
      alpha:
        progressBetween(t, fadesIn, fadesIn + fadeLength) * (1 - progressBetween(t, fadesOut, fadesOut + fadeLength)),
    });
  }
}

function fadesOutAt({ leaves, arrives }: Pick<FollowLine, 'leaves' | 'arrives'>, share: number): Millis {
  return lerp(leaves, arrives, share);
}

/** How long before it fades out a point is there; less when objects themselves appear late. */
function leadTime({ map }: Field): Millis {
  return 800 * Math.min(1, map.preempt / 450);
}

/** Animated points play once and stay at their last frame. */
function frameOnce({ frames, framesPerSecond }: DrawnElement, elapsed: Millis) {
  const frame = Math.floor((elapsed * (framesPerSecond ?? 0)) / 1000);
  return frames[Math.min(frame, frames.length - 1)]!;
}
