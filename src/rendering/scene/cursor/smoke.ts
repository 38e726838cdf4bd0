import type { Millis } from '../../../game/units.ts';
import { inQuad, progressBetween } from '../animation/easing.ts';
import { randomOf } from '../animation/random.ts';
import { aliveAt, createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { SizedElement } from '../pictures.ts';
import type { Viewport } from '../viewport.ts';
import type { CursorPath } from './cursor-path.ts';
import { type Distances, distanceAt, pointAtDistance } from './distances.ts';

/** The lines drawn with the smoke key. */
export interface Smoke {
  readonly element: SizedElement;
  readonly viewport: Viewport;
  readonly clockRate: number;
  readonly distances: Distances;
  readonly spacing: number;
  readonly strokes: Timeline<Stroke>;
}

interface Stroke extends Lifetime {
  readonly from: Millis;
  readonly to: Millis;
}

const scale = 0.5;
const heldAlpha = 0.6;
const heldMs = 4000;
const fadeMs = 8000;
/** After the key is released, a stroke fades from its beginning, stamp by stamp. */
const fadeStepMs = 2;
const maxStamps = 2000;

/** Finds the strokes of a replay. */
export function createSmoke({
  distances,
  element,
  viewport,
  clockRate,
  key,
}: {
  distances: Distances;
  element: SizedElement;
  viewport: Viewport;
  clockRate: number;
  key: number;
}): Smoke {
  const width = (element.frames[0].width * scale * viewport.uiPx) / viewport.osuPx;
  const fadeLength = (fadeMs + maxStamps * fadeStepMs) * clockRate;
  const strokes = strokesOf(distances.path, key).map(({ from, to }) => ({
    from,
    to,
    appears: from,
    vanishes: to + fadeLength,
  }));
  return {
    element,
    viewport,
    clockRate,
    distances,
    spacing: Math.max(width / 4, 1),
    strokes: createTimeline(strokes),
  };
}

/** Draws the visible strokes. */
export function drawSmoke(list: DisplayList, { smoke }: { smoke: Smoke | null }, t: Millis): void {
  if (smoke === null) return;
  for (const stroke of aliveAt(smoke.strokes, t)) drawStroke(list, smoke, stroke, t);
}

function drawStroke(list: DisplayList, smoke: Smoke, { from, to }: Stroke, t: Millis): void {
  const { element, viewport, distances, spacing, clockRate } = smoke;
  const first = Math.ceil(distanceAt(distances, from) / spacing);
  const last = Math.min(Math.floor(distanceAt(distances, Math.min(t, to)) / spacing), first + maxStamps - 1);
  for (let stamp = first; stamp <= last; stamp++) {
    const { at, time } = pointAtDistance(distances, stamp * spacing);
    const fadesAt = to + (stamp - first) * fadeStepMs * clockRate;
    const alpha =
      t < to
        ? heldAlpha * (1 - progressBetween(t, time, time + heldMs * clockRate))
        : 1 - inQuad(progressBetween(t, fadesAt, fadesAt + fadeMs * clockRate));
    list.sprite(element.frames[0].image, {
      at: viewport.toScreen(at),
      scale: viewport.uiPx * scale,
      rotation: randomOf(first, stamp) * 2 * Math.PI,
      alpha,
      additive: true,
    });
  }
}

/** The strokes: from each press of the smoke key to its release. */
function strokesOf({ times, keys }: CursorPath, key: number): { from: Millis; to: Millis }[] {
  const strokes: { from: Millis; to: Millis }[] = [];
  let from: Millis | null = null;
  for (let i = 0; i < times.length; i++) {
    const time = times[i]!;
    const down = (keys[i]! & key) !== 0;
    if (down && from === null) from = time;
    if (!down && from !== null) {
      strokes.push({ from, to: time });
      from = null;
    }
  }
  if (from !== null) strokes.push({ from, to: times.at(-1)! });
  return strokes;
}
