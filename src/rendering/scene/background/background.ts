import { visibleBreaks } from '../../../game/beatmap/index.ts';
import type { Millis } from '../../../game/units.ts';
import { outQuad } from '../animation/easing.ts';
import { createTween, type Tween, tweenAt } from '../animation/tween.ts';
import type { DisplayList, ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import type { SizedImage } from '../pictures.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { drawCoverImage } from './cover-image.ts';
import { createParallax, type Parallax, parallaxShift } from './parallax.ts';

/** The background image and how much it is dimmed over time. */
export interface Background {
  readonly viewport: Viewport;
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly dim: Tween;
  /** The dim behind the results screen. */
  readonly resultsDim: number;
  readonly parallax: Parallax | null;
  /** The skin's border beside a 4:3 storyboard. */
  readonly maskingBorder: SizedImage | null;
}

/** Breaks show the background brighter: there are no objects to tell apart from it. */
const breakBrightening = 0.3;
const maxResultsDim = 0.5;
const dimFadeMs = 500;

/** Computes the dim over time and the parallax of the background. */
export function createBackground(input: SceneInput): Background {
  const { viewport, backgroundSize, options, play } = input;
  const { map } = play;
  const dim = options.backgroundDim;
  const fade = dimFadeMs * map.clockRate;
  // A viewer who chose a black background wants it in breaks, too.
  const breakDim = options.breakDim ?? (dim === 1 ? 1 : Math.max(0, dim - breakBrightening));
  const introDim = options.introDim ?? dim;
  const first = map.objects[0];
  const moves = visibleBreaks(map.beatmap).flatMap(({ start, end }) => [
    { time: start, to: breakDim },
    { time: Math.max(start, end - fade), to: dim },
  ]);
  if (first && introDim !== dim) moves.push({ time: first.startTime - map.preempt - fade, to: dim });
  moves.sort((a, b) => a.time - b.time);
  return {
    viewport,
    size: backgroundSize,
    dim: createTween(introDim, moves, { duration: () => fade, ease: outQuad }),
    resultsDim: dim === 1 ? 1 : Math.min(dim, maxResultsDim),
    parallax: options.parallax ? createParallax(input) : null,
    maskingBorder: input.storyboard ? (input.pictures.element('masking-border')?.frames[0] ?? null) : null,
  };
}

/** The brightness of everything behind the objects, 0 to 1. */
export function backgroundBrightness({ dim }: Background, t: Millis): number {
  return 1 - tweenAt(dim, t);
}

/** The parallax offset of everything behind the objects; null without parallax. */
export function backgroundShift({ parallax }: Background, t: Millis): ScreenPoint | null {
  return parallax && parallaxShift(parallax, t);
}

/** Draws the background image behind the results screen. */
export function drawResultsBackground(list: DisplayList, { viewport, size, resultsDim }: Background): void {
  if (size === null) return;
  const { width, height } = size;
  drawCoverImage(list, viewport, { image: 'background', width, height, brightness: 1 - resultsDim, shift: null });
}

/** Where the background image is drawn, and how much of it a video leaves visible. */
export interface BackgroundPlace {
  /** One area of the viewport; all of it by default. */
  readonly area?: ScreenRect | undefined;
  /** The window that the image covers; the whole viewport by default. */
  readonly window?: ScreenRect | undefined;
  readonly alpha?: number;
}

/** Draws the background image behind the play. */
export function drawBackgroundImage(
  list: DisplayList,
  background: Background,
  t: Millis,
  { area, window, alpha }: BackgroundPlace,
): void {
  const { viewport, size } = background;
  if (size === null) return;
  drawCoverImage(list, viewport, {
    image: 'background',
    width: size.width,
    height: size.height,
    brightness: backgroundBrightness(background, t),
    area,
    window,
    alpha,
    shift: backgroundShift(background, t),
  });
}
