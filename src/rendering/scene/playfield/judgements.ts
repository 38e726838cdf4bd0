import type { Mods } from '../../../game/mods/index.ts';
import type { Judgement, Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { inQuad, lerp, outQuad, progressBetween } from '../animation/easing.ts';
import { randomOf } from '../animation/random.ts';
import { createTimeline, type Life, type Timeline } from '../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import type { DrawnElement } from '../pictures.ts';
import type { Field } from './playfield-context.ts';
import type { Art } from './playfield-elements.ts';

/** A judgement that pops up where the object was. */
export interface Burst extends Life {
  readonly at: ScreenPoint;
  readonly art: DrawnElement;
  /** Sparks of the same skin make a hit a light, below the objects, instead of a stamp above them. */
  readonly particles: DrawnElement | null;
  readonly miss: boolean;
  /** Different for each, the same in every frame. */
  readonly seed: number;
}

const length = 1100;
const particleCount = 60;
const longestParticle = 1200;

export function createBursts(field: Field, play: Play, mods: Mods): Timeline<Burst> {
  // Lazer judges heads by themselves and shows it there; classic sliders are judged as a whole, at their ends.
  const headsCount = mods.rules === 'lazer' && !mods.classic?.noSliderHeadAccuracy;
  return createTimeline(
    play.judgements.flatMap((judgement, index) => {
      const look = lookOf(field.art, judgement, { comboEnd: play.totals.comboEnd[index] ?? 0, headsCount });
      if (look === null) return [];
      const life = look.particles === null ? length : longestParticle;
      const at = field.viewport.toScreen(judgement.at);
      return [{ ...look, at, seed: index, appears: judgement.time, vanishes: judgement.time + life }];
    }),
  );
}

const katu = 2;
const geki = 3;

/** Which of the skin's elements shows a judgement; null when none does. */
function lookOf(
  { judgements, particles }: Art,
  { part, result }: Judgement,
  { comboEnd, headsCount }: { comboEnd: number; headsCount: boolean },
): Pick<Burst, 'art' | 'particles' | 'miss'> | null {
  const shown = part === 'circle' || part === 'spinner' || part === (headsCount ? 'head' : 'slider');
  const stamp = (art: DrawnElement | null, sparks: DrawnElement | null = null, miss = false) =>
    art && { art, particles: sparks, miss };
  if (!shown) {
    if (!headsCount || result !== 'miss') return null;
    return stamp(
      part === 'end' ? judgements.endMiss : part === 'tick' || part === 'repeat' ? judgements.tickMiss : null,
    );
  }
  switch (result) {
    case 'great': {
      const art = comboEnd === geki ? judgements.greatGeki : comboEnd === katu ? judgements.greatKatu : null;
      return stamp(art ?? judgements.great, particles.great);
    }
    case 'ok':
      return stamp((comboEnd === katu ? judgements.okKatu : null) ?? judgements.ok, particles.ok);
    case 'meh':
      return stamp(judgements.meh, particles.meh);
    case 'miss':
      return stamp(judgements.miss, null, true);
    default:
      return null;
  }
}

/** What lies below the objects: sparks, and the hits that come with them. */
export function drawBurstBelow(list: DisplayList, field: Field, burst: Burst, t: Millis): void {
  if (burst.particles === null) return;
  drawParticles(list, field, burst, t);
  const { appears, at } = burst;
  const moves = burst.art.frames.length > 1;
  list.sprite(frameOf(burst, t), {
    at,
    scale: field.spritePx * (moves ? 1 : lerp(0.9, 1.05, progressBetween(t, appears, appears + length))),
    alpha: progressBetween(t, appears, appears + 80) * fadeOut(burst, t),
    still: moves,
  });
}

/** What lies above them: misses, plain hits, and the flash of the hits below. */
export function drawBurstAbove(list: DisplayList, field: Field, burst: Burst, t: Millis): void {
  const { appears, at } = burst;
  const since = t - appears;
  const image = frameOf(burst, t);
  if (burst.particles !== null) {
    const alpha = 0.5 * progressBetween(since, 0, 48) * (1 - progressBetween(since, 48, 348));
    list.sprite(image, { at, scale: field.spritePx * pop(since), alpha, additive: true });
    return;
  }
  const alpha = progressBetween(since, 0, 120) * fadeOut(burst, t);
  if (burst.art.frames.length > 1) list.sprite(image, { at, scale: field.spritePx, alpha, still: true });
  else if (burst.miss) drawMiss(list, field, burst, { alpha, since });
  else list.sprite(image, { at, scale: field.spritePx * pop(since), alpha, still: since >= 168 });
}

function drawMiss(
  list: DisplayList,
  { spritePx, ini }: Field,
  { at, art, seed }: Burst,
  { alpha, since }: { alpha: number; since: Millis },
): void {
  const tilt = (randomOf(seed, 0) - 0.5) * 0.3;
  const fallen = ini.version >= 2 ? lerp(-5, 75, inQuad(progressBetween(since, 0, length))) : 0;
  list.sprite(art.frames[0].image, {
    at: { x: at.x, y: at.y + fallen * spritePx },
    scale: spritePx * lerp(1.6, 1, inQuad(progressBetween(since, 0, 100))),
    rotation: tilt * (progressBetween(since, 0, 120) + progressBetween(since, 120, length)),
    alpha,
  });
}

/** A stamp overshoots, springs back and settles. */
function pop(since: Millis): number {
  if (since < 96) return lerp(0.6, 1.1, progressBetween(since, 0, 96));
  if (since < 144) return lerp(1.1, 0.9, progressBetween(since, 120, 144));
  return lerp(0.9, 1, progressBetween(since, 144, 168));
}

function drawParticles(list: DisplayList, { spritePx }: Field, burst: Burst, t: Millis): void {
  if (burst.particles === null) return;
  const since = t - burst.appears;
  const [{ image }] = burst.particles.frames;
  for (let i = 0; i < particleCount; i++) {
    const life = lerp(500, longestParticle, randomOf(burst.seed, i * 3 + 1));
    if (since >= life) continue;
    const angle = randomOf(burst.seed, i * 3 + 2) * 2 * Math.PI;
    const gone = since / life;
    const way = outQuad(gone) * 64 * randomOf(burst.seed, i * 3 + 3) * spritePx;
    list.sprite(image, {
      at: { x: burst.at.x + Math.cos(angle) * way, y: burst.at.y + Math.sin(angle) * way },
      scale: spritePx,
      alpha: 1 - gone,
      additive: true,
      steady: true,
    });
  }
}

function fadeOut({ appears }: Burst, t: Millis): number {
  return 1 - progressBetween(t, appears + 500, appears + length);
}

function frameOf({ art, appears }: Burst, t: Millis): string {
  const frame = Math.floor(((t - appears) * (art.framesPerSecond ?? 0)) / 1000);
  return art.frames[Math.min(frame, art.frames.length - 1)]!.image;
}
