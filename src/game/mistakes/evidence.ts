import { ballAt, type PlayableObject, type PlayableSlider } from '../beatmap/index.ts';
import { hasMod, type Mods } from '../mods/index.ts';
import {
  createObjectMotion,
  forwardFrames,
  type HitWindows,
  hitWindowsOf,
  type Judgement,
  type Play,
  type Press,
  unposedPoint,
} from '../play/index.ts';
import type { ReplayFrames } from '../replay/index.ts';
import type { Millis, OsuPoint } from '../units.ts';
import { gapsOf, type Recording } from './cursor-path.ts';
import { assignPresses, type BadlyPressed } from './meant-presses.ts';
import type { Finding } from './mistake.ts';

/** What the causes of a play's mistakes are found from. */
export interface Evidence extends Recording {
  readonly play: Play;
  /** In order of time. */
  readonly presses: readonly Press[];
  readonly windows: HitWindows;
  readonly radius: number;
  /** The presses that were meant for objects which were missed without one or hit late, by the index of the object. */
  readonly meant: ReadonlyMap<number, Press>;
  /** The object that each of these presses was meant for. */
  readonly meantFor: ReadonlyMap<Press, PlayableObject>;
  /** The judgements of slider heads by the index of the object. */
  readonly heads: ReadonlyMap<number, Judgement>;
  readonly relax: boolean;
  readonly autopilot: boolean;
  readonly touch: boolean;
  /** Cursor minus the centre of a circle or slider head, where the object sees the cursor. */
  offsetFromCircle(object: PlayableObject, at: OsuPoint, time: Millis): OsuPoint;
  /** Cursor minus the slider ball. */
  offsetFromBall(slider: PlayableSlider, at: OsuPoint, time: Millis): OsuPoint;
}

/** Collects what is known of a play; `frames` are those of the replay after `playedFrames`. */
export function collectEvidence(play: Play, frames: ReplayFrames, mods: Mods): Evidence {
  const { map } = play;
  const ordered = forwardFrames(frames);
  const presses = inOrder(play.presses);
  const windows = hitWindowsOf(map);
  const meant = assignPresses({ play, presses, windows }, badlyPressed(play));
  const motion = map.rules === 'lazer' ? createObjectMotion({ ...play, mods }) : null;
  const onObject = (object: PlayableObject, at: OsuPoint, time: Millis) =>
    motion === null ? at : unposedPoint(motion.poseAt(object, time), object.at, at);
  return {
    play,
    frames: ordered,
    gaps: gapsOf(ordered),
    presses,
    windows,
    radius: map.rules === 'lazer' ? map.radius : Math.fround(map.radius),
    meant,
    meantFor: new Map(Array.from(meant, ([index, press]) => [press, map.objects[index]!])),
    heads: new Map(play.judgements.filter(({ part }) => part === 'head').map((head) => [head.object, head])),
    relax: hasMod(mods, 'RX'),
    autopilot: hasMod(mods, 'AP'),
    touch: hasMod(mods, 'TD'),
    offsetFromCircle(object, at, time) {
      const seen = onObject(object, at, time);
      const onHead =
        motion === null || object.kind !== 'slider'
          ? seen
          : unposedPoint(motion.headPoseAt(object, time), object.at, seen);
      return { x: onHead.x - object.at.x, y: onHead.y - object.at.y };
    },
    offsetFromBall(slider, at, time) {
      const seen = onObject(slider, at, time);
      const ball = ballAt(slider, time);
      return { x: seen.x - ball.x, y: seen.y - ball.y };
    },
  };
}

/** Distance and direction of a cursor from a circle or slider head. */
export function aimEvidence(
  { play }: Evidence,
  object: PlayableObject,
  offset: OsuPoint,
): Pick<Finding, 'distancePx' | 'direction'> {
  const direction = directionOf(play.map.objects[object.index - 1], object, offset);
  return { distancePx: Math.hypot(offset.x, offset.y), ...(direction !== null && { direction }) };
}

/** The angle between the movement from the object before and the offset, in degrees; null without a movement (rule MC18). */
function directionOf(before: PlayableObject | undefined, object: PlayableObject, offset: OsuPoint): number | null {
  if (before === undefined) return null;
  const from = before.kind === 'slider' ? before.endPosition : before.at;
  const dx = object.at.x - from.x;
  const dy = object.at.y - from.y;
  if ((dx === 0 && dy === 0) || (offset.x === 0 && offset.y === 0)) return null;
  return (Math.atan2(dx * offset.y - dy * offset.x, dx * offset.x + dy * offset.y) * 180) / Math.PI;
}

/** Recorded times can go backwards. */
function inOrder(presses: readonly Press[]): readonly Press[] {
  const isOrdered = presses.every(({ time }, i) => i === 0 || time >= presses[i - 1]!.time);
  return isOrdered ? presses : presses.toSorted((a, b) => a.time - b.time);
}

/** The objects that were missed without a press or hit late, in order of their start. */
function badlyPressed({ judgements, map }: Play): BadlyPressed[] {
  return judgements
    .filter(({ part, result, hitError }) => {
      if (part !== 'circle' && part !== 'head') return false;
      return result === 'miss' ? hitError === null : (result === 'ok' || result === 'meh') && hitError! > 0;
    })
    .map(({ object, time, result }) => ({ object: map.objects[object]!, judgedAt: time, result }))
    .sort((a, b) => a.object.startTime - b.object.startTime || a.object.index - b.object.index);
}
