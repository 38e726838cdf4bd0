import type { Layer, Storyboard, StoryboardSprite } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import { aliveAt, createTimeline, type Life, type Timeline } from '../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import { createVerdicts, passesAt, type Verdicts } from './pass-fail.ts';
import { drawSprite } from './sprite.ts';
import { appearancesOf } from './sprite-lifetimes.ts';
import type { StoryboardInput } from './storyboard-input.ts';
import { type Frame, frameOf, shifted } from './storyboard-viewport.ts';
import { type Cue, createCueFinder } from './trigger-times.ts';

/** A storyboard with who is to be seen when. */
export interface StoryboardShown {
  readonly input: StoryboardInput;
  readonly frame: Frame;
  readonly verdicts: Verdicts;
  /** The map's background is one of the sprites, and not shown by itself. */
  readonly replacesBackground: boolean;
  readonly layers: { readonly [L in Layer]: Timeline<Appearance> };
  /** When the first sprite appears; null: none ever does. */
  readonly start: Millis | null;
}

/** One of the times a sprite is seen. */
interface Appearance extends Life {
  readonly sprite: StoryboardSprite;
  readonly cues: readonly Cue[];
  /** Later ones lie above. */
  readonly order: number;
}

export function createStoryboard(
  input: StoryboardInput,
  scene: Pick<SceneInput, 'play' | 'mods' | 'viewport'>,
): StoryboardShown {
  const { beatmap } = scene.play.map;
  const verdicts = createVerdicts(scene);
  const cuesOf = createCueFinder(scene, verdicts);
  const appearances: { readonly [L in Layer]: Appearance[] } = {
    background: [],
    fail: [],
    pass: [],
    foreground: [],
    overlay: [],
  };
  let start: Millis | null = null;
  for (const [order, sprite] of input.storyboard.sprites.entries()) {
    const cues = cuesOf(sprite.timeline.triggers);
    for (const life of appearancesOf(sprite, cues)) {
      appearances[sprite.layer].push({ ...life, sprite, cues, order });
      start = Math.min(start ?? life.appears, life.appears);
    }
  }
  const { background, fail, pass, foreground, overlay } = appearances;
  return {
    input,
    frame: frameOf(scene.viewport, beatmap.general.widescreenStoryboard),
    verdicts,
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

/** A moment of a storyboard: when, how bright, and how far from its place. */
export interface Moment {
  readonly t: Millis;
  /** 0 dark to 1 as it is. */
  readonly light: number;
  /** Null: it stays where it is. */
  readonly shift: ScreenPoint | null;
}

/** Background, Fail or Pass, and Foreground: what lies behind the play. */
export function drawBelow(list: DisplayList, shown: StoryboardShown, moment: Moment): void {
  drawLayer(list, shown, 'background', moment);
  drawLayer(list, shown, passesAt(shown.verdicts, moment.t) ? 'pass' : 'fail', moment);
  drawLayer(list, shown, 'foreground', moment);
}

/** The Overlay, which lies above the objects. */
export function drawAbove(list: DisplayList, shown: StoryboardShown, moment: Moment): void {
  drawLayer(list, shown, 'overlay', moment);
}

function drawLayer(list: DisplayList, shown: StoryboardShown, layer: Layer, moment: Moment): void {
  if (moment.light === 0) return;
  const alive = aliveAt(shown.layers[layer], moment.t).sort((a, b) => a.order - b.order);
  const placed = moment.shift ? { ...shown, frame: shifted(shown.frame, moment.shift) } : shown;
  for (const appearance of alive) drawSprite(list, placed, appearance, moment);
}

function hasBackgroundSprite({ sprites }: Storyboard, background: string): boolean {
  const keyOf = (path: string) => path.replaceAll('\\', '/').toLowerCase();
  const key = keyOf(background);
  return sprites.some(({ layer, file }) => layer === 'background' && keyOf(file) === key);
}
