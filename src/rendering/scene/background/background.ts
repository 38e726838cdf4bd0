import { visibleBreaks } from '../../../game/beatmap/index.ts';
import type { Millis } from '../../../game/units.ts';
import { outQuad } from '../animation/easing.ts';
import { createTween, type Tween, tweenAt } from '../animation/tween.ts';
import type { DisplayList, ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { drawBackdrop } from './cover-image.ts';
import { createParallax, type Parallax, shiftAt } from './parallax.ts';

/** The map's picture behind everything. */
export interface Background {
  readonly viewport: Viewport;
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly dim: Tween;
  /** Behind the results, where it may be seen. */
  readonly resultsDim: number;
  readonly parallax: Parallax | null;
}

/** In breaks there is nothing to tell apart from the picture, and it may be seen better. */
const brighterInBreaks = 0.3;
const darkestBehindResults = 0.5;
const easeMs = 500;

export function createBackground(input: SceneInput): Background {
  const { viewport, background, options, play } = input;
  const { map } = play;
  const dim = options.backgroundDim;
  const ease = easeMs * map.clockRate;
  // A viewer who asked for black has asked for black in breaks, too.
  const breakDim = options.breakDim ?? (dim === 1 ? 1 : Math.max(0, dim - brighterInBreaks));
  const introDim = options.introDim ?? dim;
  const first = map.objects[0];
  const moves = visibleBreaks(map.beatmap).flatMap(({ start, end }) => [
    { time: start, to: breakDim },
    { time: Math.max(start, end - ease), to: dim },
  ]);
  if (first && introDim !== dim) moves.push({ time: first.startTime - map.preempt - ease, to: dim });
  moves.sort((a, b) => a.time - b.time);
  return {
    viewport,
    size: background,
    dim: createTween(introDim, moves, { duration: () => ease, ease: outQuad }),
    resultsDim: dim === 1 ? 1 : Math.min(dim, darkestBehindResults),
    parallax: options.parallax ? createParallax(input) : null,
  };
}

/** How much of its own light is left to what lies behind the play. */
export function lightAt({ dim }: Background, t: Millis): number {
  return 1 - tweenAt(dim, t);
}

/** Where pictures behind the play are shifted to; null: nowhere. */
export function backgroundShift({ parallax }: Background, t: Millis): ScreenPoint | null {
  return parallax && shiftAt(parallax, t);
}

/** The map's picture behind its results. */
export function drawPictureBehindResults(list: DisplayList, { viewport, size, resultsDim }: Background): void {
  if (size !== null) drawBackdrop(list, viewport, { image: 'background', ...size, light: 1 - resultsDim });
}

export function drawPicture(list: DisplayList, background: Background, t: Millis, part?: ScreenRect): void {
  const { viewport, size } = background;
  if (size === null) return;
  const shift = backgroundShift(background, t);
  drawBackdrop(list, viewport, {
    ...{ image: 'background', ...size, light: lightAt(background, t) },
    ...(part && { part }),
    ...(shift && { shift }),
  });
}
