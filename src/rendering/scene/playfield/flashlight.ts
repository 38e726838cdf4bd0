import { visibleBreaks } from '../../../game/beatmap/index.ts';
import type { Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { createTween, type Tween, type TweenMove, tweenAt } from '../animation/tween.ts';
import { type CursorPath, cursorPath, laggingAt } from '../cursor/index.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';

/** Darkness with a hole that runs after the cursor. */
export interface Flashlight {
  readonly viewport: Viewport;
  readonly way: CursorPath;
  readonly lag: Millis;
  /** Radius of the hole, in osu! pixels. */
  readonly radius: Tween;
  /** How dark it is inside the hole: while a slider is followed, very. */
  readonly dim: Tween;
}

const radius = 125;
const softEdge = 1.4;
const inBreaks = 2.5;
/** Osu! pixels a real millisecond. */
const radiusSpeed = (1.875 * radius) / 1000;
const sliderDim = 0.8;
const sliderDimMs = 50;

export function createFlashlight({ play, replay, mods, viewport }: SceneInput): Flashlight | null {
  const { flashlight } = mods;
  if (flashlight === null) return null;
  const { map } = play;
  const size = (combo: number) => radius * flashlight.size * (flashlight.shrinksWithCombo ? comboSize(combo) : 1);
  return {
    viewport,
    way: cursorPath(replay, map),
    // The light eases out to the cursor within the delay: for a steady hand it stays half of that behind.
    lag: (flashlight.followDelayMs / 2) * map.clockRate,
    radius: createTween(size(0), radiusMoves(play, size), {
      duration: (distance) => (distance / radiusSpeed) * map.clockRate,
    }),
    dim: createTween(0, dimMoves(play), { duration: () => sliderDimMs * map.clockRate }),
  };
}

export function drawDarkness(list: DisplayList, light: Flashlight, t: Millis): void {
  const { viewport } = light;
  list.fill(
    { left: 0, top: 0, width: viewport.widthPx, height: viewport.heightPx },
    { colour: { r: 0, g: 0, b: 0 }, alpha: tweenAt(light.dim, t) },
  );
  const innerPx = tweenAt(light.radius, t) * viewport.osuPx;
  const at = viewport.toScreen(laggingAt(light.way, light.lag, t));
  list.spotlight({ at, innerPx, outerPx: innerPx * softEdge, alpha: 1 });
}

function comboSize(combo: number): number {
  return combo >= 200 ? 0.625 : combo >= 100 ? 0.8125 : 1;
}

/** The hole changes its size with the combo, and opens wide in breaks. */
function radiusMoves({ map, totals }: Play, size: (combo: number) => number): TweenMove[] {
  const moves: TweenMove[] = [];
  const breaks = visibleBreaks(map.beatmap);
  let next = 0;
  let combo = 0;
  const go = (time: Millis, to: number) => {
    if (to !== moves.at(-1)?.to) moves.push({ time, to });
  };
  const passBreaks = (until: Millis) => {
    for (; next < breaks.length && breaks[next]!.start <= until; next++) {
      go(breaks[next]!.start, size(combo) * inBreaks);
      go(breaks[next]!.end, size(combo));
    }
  };
  for (const [i, time] of totals.times.entries()) {
    passBreaks(time);
    combo = totals.combo[i]!;
    go(time, size(combo));
  }
  passBreaks(Number.POSITIVE_INFINITY);
  return moves;
}

/** Dark from the first slider followed at a time until the last of them is let go. */
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
