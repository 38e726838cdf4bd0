import { visibleBreaks } from '../../../game/beatmap/index.ts';
import type { Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { createTween, type Tween, type TweenMove, tweenAt } from '../animation/tween.ts';
import { type BarrelRoll, rolledPoint } from '../barrel-roll.ts';
import { type CursorPath, createCursorPath, delayedCursorAt } from '../cursor/index.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { visionOf } from './vision.ts';

/** Darkness with a hole that follows the cursor. */
export interface Flashlight {
  readonly viewport: Viewport;
  readonly path: CursorPath;
  readonly lag: Millis;
  /** The radius of the hole, in osu! pixels. */
  readonly radius: Tween;
  /** The dim inside the hole, while a slider is followed. */
  readonly dim: Tween;
}

const radius = 125;
const softEdge = 1.4;
/** In breaks, whatever the combo is. */
const openScale = 2.5;
const closesBeforeBreakEnd = 325;
const minClosedBefore = 2000;
/** Osu! pixels per real millisecond. */
const radiusSpeed = (1.875 * radius) / 1000;
const sliderDim = 0.8;
const sliderDimMs = 50;

/** Computes the hole's radius and dim over time; null without the mod, or if all objects are revealed. */
export function createFlashlight(input: SceneInput): Flashlight | null {
  const { flashlight } = visionOf(input);
  if (flashlight === null) return null;
  const { play, replay, viewport } = input;
  const { map } = play;
  const radiusAt = (combo: number) => radius * flashlight.size * (flashlight.shrinksWithCombo ? comboScale(combo) : 1);
  const openRadius = radius * flashlight.size * openScale;
  return {
    viewport,
    path: createCursorPath(replay, map),
    // The game eases the light to the cursor within the delay; on average that is half the delay behind.
    lag: (flashlight.followDelayMs / 2) * map.clockRate,
    radius: createTween(openRadius, radiusMoves(play, radiusAt, openRadius), {
      duration: (distance) => (distance / radiusSpeed) * map.clockRate,
    }),
    dim: createTween(0, dimMoves(play), { duration: () => sliderDimMs * map.clockRate }),
  };
}

/** Draws the darkness around the cursor. */
export function drawFlashlight(list: DisplayList, flashlight: Flashlight, t: Millis, roll: BarrelRoll | null): void {
  const { viewport } = flashlight;
  list.fill(
    { left: 0, top: 0, width: viewport.widthPx, height: viewport.heightPx },
    { colour: { r: 0, g: 0, b: 0 }, alpha: tweenAt(flashlight.dim, t) },
  );
  const innerPx = tweenAt(flashlight.radius, t) * viewport.osuPx;
  const at = rolledPoint(roll, viewport.toScreen(delayedCursorAt(flashlight.path, flashlight.lag, t)), t);
  list.spotlight({ at, innerPx, outerPx: innerPx * softEdge, alpha: 1 });
}

function comboScale(combo: number): number {
  return combo >= 200 ? 0.625 : combo >= 100 ? 0.8125 : 1;
}

/** The hole shrinks with the combo, and is open in breaks, before the play and after it. */
function radiusMoves(
  { map, totals, failedAt }: Play,
  radiusAt: (combo: number) => number,
  openRadius: number,
): TweenMove[] {
  const changes: { readonly time: Millis; readonly isOpen?: boolean; readonly combo?: number }[] = Array.from(
    totals.times,
    (time, i) => ({ time, combo: totals.combo[i]! }),
  );
  for (const { start, end } of visibleBreaks(map.beatmap))
    changes.push({ time: start, isOpen: true }, { time: end - closesBeforeBreakEnd, isOpen: false });
  const [first] = map.objects;
  if (first) changes.push({ time: first.startTime - Math.max(minClosedBefore, map.preempt), isOpen: false });
  const last = totals.times.at(-1);
  if (last !== undefined && failedAt === null) changes.push({ time: last, isOpen: true });
  changes.sort((a, b) => a.time - b.time);

  let isOpen = true;
  let combo = 0;
  const moves: TweenMove[] = [];
  for (const change of changes) {
    isOpen = change.isOpen ?? isOpen;
    combo = change.combo ?? combo;
    const to = isOpen ? openRadius : radiusAt(combo);
    if (to !== (moves.at(-1)?.to ?? openRadius)) moves.push({ time: change.time, to });
  }
  return moves;
}

/** Dims from when a slider is first followed until none is. */
function dimMoves({ objects }: Play): TweenMove[] {
  const changes = objects.flatMap((object) =>
    object.kind === 'slider' ? Array.from(object.tracking, (time, i) => ({ time, by: i % 2 === 0 ? 1 : -1 })) : [],
  );
  changes.sort((a, b) => a.time - b.time || b.by - a.by);
  const moves: TweenMove[] = [];
  let followed = 0;
  for (const { time, by } of changes) {
    const before = followed;
    followed += by;
    if (before === 0 || followed === 0) moves.push({ time, to: followed > 0 ? sliderDim : 0 });
  }
  return moves;
}
