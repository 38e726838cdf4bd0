import type { Millis } from '../../../game/units.ts';
import { inQuad, progressBetween } from '../animation/easing.ts';
import { randomOf } from '../animation/random.ts';
import { aliveAt, createTimeline, type Life, type Timeline } from '../animation/timeline.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { DrawnElement } from '../pictures.ts';
import type { Viewport } from '../viewport.ts';
import type { CursorPath } from './cursor-path.ts';
import { type Distances, distanceAt, placeAt } from './distances.ts';

/** What is drawn into the air with the smoke key. */
export interface Smoke {
  readonly art: DrawnElement;
  readonly viewport: Viewport;
  readonly clockRate: number;
  readonly distances: Distances;
  readonly spacing: number;
  readonly strokes: Timeline<Stroke>;
}

interface Stroke extends Life {
  readonly from: Millis;
  readonly to: Millis;
}

const scale = 0.5;
const drawnAlpha = 0.6;
const drawnMs = 4000;
const fadeMs = 8000;
/** Once let go, a stroke fades from its beginning on, stamp after stamp. */
const fadeStepMs = 2;
const mostStamps = 2000;

export function createSmoke({
  distances,
  art,
  viewport,
  clockRate,
  key,
}: {
  distances: Distances;
  art: DrawnElement;
  viewport: Viewport;
  clockRate: number;
  key: number;
}): Smoke {
  const width = (art.frames[0].width * scale * viewport.uiPx) / viewport.osuPx;
  const afterwards = (fadeMs + mostStamps * fadeStepMs) * clockRate;
  const strokes = strokesOf(distances.way, key).map(({ from, to }) => ({
    from,
    to,
    appears: from,
    vanishes: to + afterwards,
  }));
  return {
    art,
    viewport,
    clockRate,
    distances,
    spacing: Math.max(width / 4, 1),
    strokes: createTimeline(strokes),
  };
}

export function drawSmoke(list: DisplayList, { smoke }: { smoke: Smoke | null }, t: Millis): void {
  if (smoke === null) return;
  for (const stroke of aliveAt(smoke.strokes, t)) drawStroke(list, smoke, stroke, t);
}

function drawStroke(list: DisplayList, smoke: Smoke, { from, to }: Stroke, t: Millis): void {
  const { art, viewport, distances, spacing, clockRate } = smoke;
  const first = Math.ceil(distanceAt(distances, from) / spacing);
  const last = Math.min(Math.floor(distanceAt(distances, Math.min(t, to)) / spacing), first + mostStamps - 1);
  for (let stamp = first; stamp <= last; stamp++) {
    const { at, time } = placeAt(distances, stamp * spacing);
    const fades = to + (stamp - first) * fadeStepMs * clockRate;
    const alpha =
      t < to
        ? drawnAlpha * (1 - progressBetween(t, time, time + drawnMs * clockRate))
        : 1 - inQuad(progressBetween(t, fades, fades + fadeMs * clockRate));
    list.sprite(art.frames[0].image, {
      at: viewport.toScreen(at),
      scale: viewport.uiPx * scale,
      rotation: randomOf(first, stamp) * 2 * Math.PI,
      alpha,
      additive: true,
    });
  }
}

/** From each press of the key until it is let go. */
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
