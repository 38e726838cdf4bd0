import type { Beatmap } from '../../../game/beatmap/index.ts';
import type { Mods } from '../../../game/mods/index.ts';
import type { Layer, Storyboard, StoryboardSprite } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import { aliveAt, createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import type { DisplayList, ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { createPassFail, isPassingAt, type PassFail } from './pass-fail.ts';
import { drawStoryboardSprite, type SpriteContext } from './sprite.ts';
import { visibleLifetimes } from './sprite-lifetimes.ts';
import type { StoryboardInput } from './storyboard-input.ts';
import { createStoryboardViewport, shiftStoryboardViewport } from './storyboard-viewport.ts';
import { createTriggerFinder, type TriggerTimes } from './trigger-times.ts';

/** A storyboard with its sprites indexed by time. */
export interface DrawableStoryboard extends SpriteContext {
  readonly passFail: PassFail;
  /** The background image is one of the sprites, so it is not drawn on its own. */
  readonly replacesBackground: boolean;
  /** The background image lies in the storyboard's window. */
  readonly framesBackground: boolean;
  readonly layers: { readonly [L in Layer]: Timeline<DrawableSprite> };
  /** When the first sprite appears; null if none ever does. */
  readonly start: Millis | null;
}

/** One interval in which a sprite is visible. */
interface DrawableSprite extends Lifetime {
  readonly sprite: StoryboardSprite;
  readonly triggers: readonly TriggerTimes[];
  /** Sprites with a higher order are drawn above. */
  readonly order: number;
}

/**
 * The 4:3 window of a narrow storyboard, in which stable shows the background image, so that both line up; null if the
 * image covers the screen.
 */
export function backgroundWindow(
  viewport: Viewport,
  { storyboard, beatmap, rules }: { storyboard: Storyboard; beatmap: Beatmap; rules: Mods['rules'] },
): ScreenRect | null {
  if (beatmap.general.widescreenStoryboard || rules !== 'stable' || storyboard.sprites.length === 0) return null;
  return createStoryboardViewport(viewport, false).window;
}

/** Computes when each sprite is visible and which times fire its triggers. */
export function createStoryboard(
  input: StoryboardInput,
  scene: Pick<SceneInput, 'play' | 'mods' | 'viewport'>,
): DrawableStoryboard {
  const { beatmap } = scene.play.map;
  const { rules } = scene.mods;
  const passFail = createPassFail(scene);
  const findTriggers = createTriggerFinder(scene, passFail);
  const sprites: { readonly [L in Layer]: DrawableSprite[] } = {
    background: [],
    fail: [],
    pass: [],
    foreground: [],
    overlay: [],
  };
  let start: Millis | null = null;
  for (const [order, sprite] of input.storyboard.sprites.entries()) {
    const triggers = findTriggers(sprite.timeline.triggers);
    for (const lifetime of visibleLifetimes(sprite, triggers, rules)) {
      sprites[sprite.layer].push({ ...lifetime, sprite, triggers, order });
      start = Math.min(start ?? lifetime.appears, lifetime.appears);
    }
  }
  const { background, fail, pass, foreground, overlay } = sprites;
  return {
    input,
    rules,
    viewport: createStoryboardViewport(scene.viewport, beatmap.general.widescreenStoryboard),
    framesBackground: backgroundWindow(scene.viewport, { storyboard: input.storyboard, beatmap, rules }) !== null,
    passFail,
    replacesBackground: beatmap.background !== null && hasBackgroundSprite(input.storyboard, beatmap.background),
    layers: {
      background: createTimeline(background),
      fail: createTimeline(fail),
      pass: createTimeline(pass),
      foreground: createTimeline(foreground),
      overlay: createTimeline(overlay),
    },
    start,
  };
}

/** The time to draw, and the dim and parallax offset of that time. */
export interface StoryboardMoment {
  readonly t: Millis;
  /** 0 black to 1 unchanged. */
  readonly brightness: number;
  /** Null without parallax. */
  readonly shift: ScreenPoint | null;
}

/** Draws the layers behind the objects: Background, Pass or Fail, Foreground. */
export function drawLayersBelowObjects(
  list: DisplayList,
  storyboard: DrawableStoryboard,
  moment: StoryboardMoment,
): void {
  drawLayer(list, storyboard, 'background', moment);
  drawLayer(list, storyboard, isPassingAt(storyboard.passFail, moment.t) ? 'pass' : 'fail', moment);
  drawLayer(list, storyboard, 'foreground', moment);
}

/** Draws the Overlay layer, which lies above the objects. */
export function drawOverlayLayer(list: DisplayList, storyboard: DrawableStoryboard, moment: StoryboardMoment): void {
  drawLayer(list, storyboard, 'overlay', moment);
}

function drawLayer(list: DisplayList, storyboard: DrawableStoryboard, layer: Layer, moment: StoryboardMoment): void {
  if (moment.brightness === 0) return;
  const alive = aliveAt(storyboard.layers[layer], moment.t).sort((a, b) => a.order - b.order);
  const placed = moment.shift
    ? { ...storyboard, viewport: shiftStoryboardViewport(storyboard.viewport, moment.shift) }
    : storyboard;
  for (const sprite of alive) drawStoryboardSprite(list, placed, sprite, moment);
}

function hasBackgroundSprite({ sprites }: Storyboard, background: string): boolean {
  const keyOf = (path: string) => path.replaceAll('\\', '/').toLowerCase();
  const key = keyOf(background);
  return sprites.some(({ layer, file }) => layer === 'background' && keyOf(file) === key);
}
