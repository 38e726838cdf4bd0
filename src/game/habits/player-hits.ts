import { type PlayableObject, rateAt, realMsBetween } from '../beatmap/index.ts';
import type { Play, Press } from '../play/index.ts';
import type { OsuPoint } from '../units.ts';
import { directionOf } from './bins.ts';

/** A circle or slider head that was hit, with the way to it from the object before. */
export interface PlayerHit {
  /** Negative if early; at the original speed of the song divided by the clock rate, as the player hears it. */
  readonly errorRealMs: number;
  /** The cursor minus the centre of the circle. */
  readonly offset: OsuPoint;
  /** Null after a spinner and for the first object. */
  readonly movement: Movement | null;
  /** The BPM at which the interval since the object before is a quarter of a beat; null like `movement`. */
  readonly tempo: number | null;
  /** 0 at the first object of the map, 1 at the last. */
  readonly progress: number;
  readonly button: Press['button'] | null;
}

/** The movement from one object to the next. */
interface Movement {
  readonly distance: number;
  /** Null if the objects are too close together for a direction. */
  readonly aim: MovementAim | null;
}

/** The offset of a hit as seen from its movement. */
export interface MovementAim {
  /** An index: 0 to the right, each further one 45 degrees more clockwise. */
  readonly direction: number;
  /** Positive beyond the centre, negative short of it. */
  readonly along: number;
  /** Positive to the right of the movement, negative to the left. */
  readonly across: number;
}

/** Stacked objects are a few pixels apart: a movement between them has no direction. */
const minDirectedPx = 16;
const msPerMinute = 60_000;
const notesPerBeat = 4;

type HitPlay = Pick<Play, 'judgements' | 'map' | 'presses'>;

/** The hits of a play by a press, in order; ticks, ends and spinners have none. */
export function playerHits({ judgements, map, presses }: HitPlay): PlayerHit[] {
  const buttons = new Map(
    presses.flatMap(({ outcome, object, button }) => (outcome === 'hit' ? [[object, button]] : [])),
  );
  const first = map.objects[0]?.startTime ?? 0;
  const length = Math.max(1, (map.objects.at(-1)?.startTime ?? 0) - first);
  return judgements.flatMap(({ object: index, result, hitError, aimOffset }) => {
    const object = map.objects[index];
    // A press can also cause a miss, which is no hit.
    if (object === undefined || result === 'miss' || hitError === null || aimOffset === null) return [];
    const before = map.objects[index - 1];
    const hasMovement = before !== undefined && before.kind !== 'spinner';
    return [
      {
        errorRealMs: hitError / rateAt(map.songClock, object.startTime),
        offset: aimOffset,
        movement: hasMovement ? movementTo(object, before, aimOffset) : null,
        tempo: hasMovement ? tempoOf(realMsBetween(map.songClock, before.startTime, object.startTime)) : null,
        progress: (object.startTime - first) / length,
        button: buttons.get(index) ?? null,
      },
    ];
  });
}

function movementTo(object: PlayableObject, before: PlayableObject, offset: OsuPoint): Movement {
  const from = before.kind === 'slider' ? before.endPosition : before.at;
  const dx = object.at.x - from.x;
  const dy = object.at.y - from.y;
  const distance = Math.hypot(dx, dy);
  if (distance < minDirectedPx) return { distance, aim: null };
  return {
    distance,
    aim: {
      direction: directionOf(dx, dy),
      along: (offset.x * dx + offset.y * dy) / distance,
      across: (offset.y * dx - offset.x * dy) / distance,
    },
  };
}

/** Null for objects at the same time. */
function tempoOf(intervalRealMs: number): number | null {
  return intervalRealMs > 0 ? msPerMinute / notesPerBeat / intervalRealMs : null;
}
