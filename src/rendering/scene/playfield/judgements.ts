import { comboEnds, type Judgement, type Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { inQuad, lerp, outQuad, progressBetween } from '../animation/easing.ts';
import { lifetimeCache } from '../animation/lifetime-cache.ts';
import { randomOf } from '../animation/random.ts';
import { createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import { animationFrameOnce, type SizedElement } from '../pictures.ts';
import type { PlayfieldContext } from './playfield-context.ts';

/** A judgement shown at its object's position. */
export interface DrawableJudgement extends Lifetime {
  readonly at: ScreenPoint;
  readonly element: SizedElement;
  /** With particles, a hit is drawn below the objects and flashes above them; without, it is drawn above. */
  readonly particles: SizedElement | null;
  readonly motion: Motion;
  /** Differs between judgements, the same in every frame. */
  readonly seed: number;
  readonly flightsOf: (judgement: DrawableJudgement, t: Millis) => readonly ParticleFlight[];
}

/** How an image that is not animated moves: a missed tick or end of a slider is no falling miss. */
type Motion = 'hit' | 'miss' | 'missedPoint';

/** How long a particle flies, and where it ends, in skin pixels from the judgement. */
interface ParticleFlight {
  readonly lifetime: Millis;
  readonly dx: number;
  readonly dy: number;
}

const length = 1100;
const particleCount = 60;
const maxParticleLife = 1200;
/** In skin pixels. */
const maxParticleDistance = 64;

/** Finds the judgements to show and their skin elements. */
export function createJudgements(context: PlayfieldContext, play: Play): Timeline<DrawableJudgement> {
  const flightsOf = lifetimeCache(createFlights);
  return createTimeline(
    play.judgements.flatMap((judgement, index) => {
      const elements = elementsFor(context, judgement, play.totals.comboEnd[index] ?? comboEnds.none);
      if (elements === null) return [];
      const lifetime = elements.particles === null ? length : maxParticleLife;
      const at = context.viewport.toScreen(judgement.at);
      const { time } = judgement;
      return [{ ...elements, at, seed: index, flightsOf, appears: time, vanishes: time + lifetime }];
    }),
  );
}

/** The skin elements for a judgement; null if it is not shown. */
function elementsFor(
  { elements: { judgements, particles }, sliderJudgedAs }: PlayfieldContext,
  { part, result }: Judgement,
  comboEnd: number,
): Pick<DrawableJudgement, 'element' | 'particles' | 'motion'> | null {
  const isShown = part === 'circle' || part === 'spinner' || part === sliderJudgedAs;
  const found = (element: SizedElement | null, sparks: SizedElement | null = null, motion: Motion = 'hit') =>
    element && { element, particles: sparks, motion };
  if (!isShown) {
    if (sliderJudgedAs === 'slider' || result !== 'miss') return null;
    return found(
      part === 'end' ? judgements.endMiss : part === 'tick' || part === 'repeat' ? judgements.tickMiss : null,
      null,
      'missedPoint',
    );
  }
  switch (result) {
    case 'great': {
      const { greatGeki, greatKatu } = judgements;
      const element = comboEnd === comboEnds.geki ? greatGeki : comboEnd === comboEnds.katu ? greatKatu : null;
      return found(element ?? judgements.great, particles.great);
    }
    case 'ok':
      return found((comboEnd === comboEnds.katu ? judgements.okKatu : null) ?? judgements.ok, particles.ok);
    case 'meh':
      return found(judgements.meh, particles.meh);
    case 'miss':
      return found(judgements.miss, null, 'miss');
    default:
      return null;
  }
}

/** Draws what lies below the objects: particles, and the hits that have them. */
export function drawJudgementBelow(
  list: DisplayList,
  context: PlayfieldContext,
  judgement: DrawableJudgement,
  t: Millis,
): void {
  if (judgement.particles === null) return;
  drawParticles(list, context, judgement, t);
  const { appears, at } = judgement;
  const isAnimated = judgement.element.frames.length > 1;
  list.sprite(imageAt(judgement, t), {
    at,
    scale: context.spritePx * (isAnimated ? 1 : lerp(0.9, 1.05, progressBetween(t, appears, appears + length))),
    alpha: progressBetween(t, appears, appears + 80) * fadeOut(judgement, t),
    still: isAnimated,
  });
}

/** Draws what lies above the objects: misses, hits without particles, and the flash of hits with them. */
export function drawJudgementAbove(
  list: DisplayList,
  context: PlayfieldContext,
  judgement: DrawableJudgement,
  t: Millis,
): void {
  const { appears, at } = judgement;
  const since = t - appears;
  const image = imageAt(judgement, t);
  if (judgement.particles !== null) {
    const alpha = 0.5 * progressBetween(since, 0, 48) * (1 - progressBetween(since, 48, 348));
    list.sprite(image, { at, scale: context.spritePx * popScale(since), alpha, additive: true });
    return;
  }
  const alpha = progressBetween(since, 0, 120) * fadeOut(judgement, t);
  if (judgement.element.frames.length > 1) list.sprite(image, { at, scale: context.spritePx, alpha, still: true });
  else if (judgement.motion === 'miss') drawMiss(list, context, judgement, { alpha, since });
  else if (judgement.motion === 'missedPoint')
    list.sprite(image, { at, scale: context.spritePx * lerp(1.2, 1, inQuad(progressBetween(since, 0, 100))), alpha });
  else list.sprite(image, { at, scale: context.spritePx * popScale(since), alpha, still: since >= 168 });
}

function drawMiss(
  list: DisplayList,
  { spritePx, ini }: PlayfieldContext,
  { at, element, seed }: DrawableJudgement,
  { alpha, since }: { alpha: number; since: Millis },
): void {
  const tilt = (randomOf(seed, 0) - 0.5) * 0.3;
  const fallen = ini.version >= 2 ? lerp(-5, 75, inQuad(progressBetween(since, 0, length))) : 0;
  list.sprite(element.frames[0].image, {
    at: { x: at.x, y: at.y + fallen * spritePx },
    scale: spritePx * lerp(1.6, 1, inQuad(progressBetween(since, 0, 100))),
    rotation: tilt * (progressBetween(since, 0, 120) + inQuad(progressBetween(since, 120, length))),
    alpha,
  });
}

/** The scale of a judgement as it pops up: it overshoots, springs back and settles. */
function popScale(since: Millis): number {
  if (since < 96) return lerp(0.6, 1.1, progressBetween(since, 0, 96));
  if (since < 144) return lerp(1.1, 0.9, progressBetween(since, 120, 144));
  return lerp(0.9, 1, progressBetween(since, 144, 168));
}

function drawParticles(
  list: DisplayList,
  { spritePx }: PlayfieldContext,
  judgement: DrawableJudgement,
  t: Millis,
): void {
  if (judgement.particles === null) return;
  const { x, y } = judgement.at;
  const since = t - judgement.appears;
  const [{ image }] = judgement.particles.frames;
  for (const { lifetime, dx, dy } of judgement.flightsOf(judgement, t)) {
    if (since >= lifetime) continue;
    const progress = since / lifetime;
    const flownPx = outQuad(progress) * spritePx;
    list.sprite(image, {
      at: { x: x + dx * flownPx, y: y + dy * flownPx },
      scale: spritePx,
      alpha: 1 - progress,
      additive: true,
      steady: true,
    });
  }
}

function createFlights({ seed }: DrawableJudgement): readonly ParticleFlight[] {
  return Array.from({ length: particleCount }, (_, i) => {
    const angle = randomOf(seed, i * 3 + 2) * 2 * Math.PI;
    const distance = maxParticleDistance * randomOf(seed, i * 3 + 3);
    return {
      lifetime: lerp(500, maxParticleLife, randomOf(seed, i * 3 + 1)),
      dx: Math.cos(angle) * distance,
      dy: Math.sin(angle) * distance,
    };
  });
}

function fadeOut({ appears, motion }: DrawableJudgement, t: Millis): number {
  const delay = motion === 'missedPoint' ? 250 : 500;
  return 1 - progressBetween(t, appears + delay, appears + delay + 600);
}

function imageAt({ element, appears }: DrawableJudgement, t: Millis): string {
  return animationFrameOnce(element, t - appears).image;
}
