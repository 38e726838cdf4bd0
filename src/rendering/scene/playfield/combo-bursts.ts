import type { Millis } from '../../../game/units.ts';
import { inQuad, lerp, outQuad, progressBetween } from '../animation/easing.ts';
import { randomOf } from '../animation/random.ts';
import { aliveAt, createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import { isComboMilestone, judgementsReaching } from '../combo-milestones.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { SizedImage } from '../pictures.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';

/** Images of the skin that slide in from a side at milestones of the combo. */
export interface ComboBursts {
  readonly viewport: Viewport;
  readonly clockRate: number;
  readonly bursts: Timeline<ComboBurst>;
}

interface ComboBurst extends Lifetime {
  readonly image: SizedImage;
  readonly isOnTheRight: boolean;
}

const slideMs = 700;
const visibleMs = 200;
const fadeMs = 1000;
/** The part of the image that is outside the screen at first. */
const outside = 0.625;

/** Finds the milestones of a stable play; null for lazer plays, which have none, and if the viewer wants none. */
export function createComboBursts({
  play,
  mods,
  pictures,
  skinIni,
  viewport,
  options,
}: SceneInput): ComboBursts | null {
  const element = options.comboBursts && mods.rules === 'stable' ? pictures.element('comboburst') : null;
  if (element === null) return null;
  const { clockRate } = play.map;
  const { frames } = element;
  const bursts = judgementsReaching(play, isComboMilestone).map((judgement, i): ComboBurst => {
    const appears = play.totals.times[judgement]!;
    const next = skinIni.comboBurstRandom ? Math.floor(randomOf(i, 0) * frames.length) : i % frames.length;
    return {
      appears,
      vanishes: appears + (visibleMs + fadeMs) * clockRate,
      image: frames[next] ?? frames[0],
      isOnTheRight: randomOf(i, 1) < 0.5,
    };
  });
  return { viewport, clockRate, bursts: createTimeline(bursts) };
}

/** Draws the bursts, at the lower left, or mirrored at the lower right. */
export function drawComboBursts(list: DisplayList, { viewport, clockRate, bursts }: ComboBursts, t: Millis): void {
  const { uiWidth, uiHeight, uiPx } = viewport;
  for (const { appears, image, isOnTheRight } of aliveAt(bursts, t)) {
    const since = (t - appears) / clockRate;
    const x = lerp(-outside * image.width, 0, outQuad(progressBetween(since, 0, slideMs)));
    list.sprite(image.image, {
      at: viewport.ui(isOnTheRight ? uiWidth - x : x, uiHeight),
      origin: { x: 0, y: 1 },
      scale: isOnTheRight ? -uiPx : uiPx,
      scaleY: uiPx,
      alpha: 1 - inQuad(progressBetween(since, visibleMs, visibleMs + fadeMs)),
    });
  }
}
