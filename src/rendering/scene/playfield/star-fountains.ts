import type { Millis } from '../../../game/units.ts';
import { lerp } from '../animation/easing.ts';
import { randomOf } from '../animation/random.ts';
import { aliveAt, createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import type { DisplayList, SpriteLook } from '../display-list/display-list.ts';
import { drawMovingImage, type MotionBlur } from '../display-list/motion-blur.ts';
import type { SizedImage } from '../pictures.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';

/** Stars that spray from both lower corners when kiai time starts. */
export interface StarFountains {
  readonly viewport: Viewport;
  readonly motionBlur: MotionBlur;
  readonly clockRate: number;
  readonly star: SizedImage;
  readonly bursts: Timeline<Lifetime>;
}

// Lengths are in skin pixels, times in real milliseconds.
const shootMs = 400;
const starsPerSecond = 180;
const starCount = (shootMs / 1000) * starsPerSecond;
const maxStarMs = 1000;
const minStarMs = 300;
const fromCorner = 75;
const belowScreen = 50;
const gravity = 800;

/** Finds the starts of kiai time; null if the skin has no star or the viewer wants none. */
export function createStarFountains(input: SceneInput): StarFountains | null {
  const { play, pictures, viewport, options, exposure = 0 } = input;
  const [star] = options.starFountains ? (pictures.element('star2')?.frames ?? []) : [];
  if (star === undefined) return null;
  const { timing, clockRate } = play.map;
  const bursts: Lifetime[] = [];
  let wasKiai = false;
  for (const { time, kiai } of timing.points) {
    const last = bursts.at(-1)?.appears ?? Number.NEGATIVE_INFINITY;
    // A map may switch kiai time thousands of times; the fountains shoot for a while and not twice at once.
    if (kiai && !wasKiai && time - last >= shootMs * clockRate)
      bursts.push({ appears: time, vanishes: time + (shootMs + maxStarMs) * clockRate });
    wasKiai = kiai;
  }
  return { viewport, motionBlur: { viewport, exposure }, clockRate, star, bursts: createTimeline(bursts) };
}

/** Draws the stars in the air. */
export function drawStarFountains(list: DisplayList, fountains: StarFountains, t: Millis): void {
  const { bursts, motionBlur, star } = fountains;
  const reach = Math.max(star.width, star.height) / 2;
  for (const { appears } of aliveAt(bursts, t)) {
    for (let index = 0; index < 2 * starCount; index++) {
      drawMovingImage(list, motionBlur, { t, image: star.image, reach }, (time) =>
        starAt(fountains, { appears, index }, time),
      );
    }
  }
}

/** A star of a burst; the second half of them come from the right corner. */
interface Star {
  readonly appears: Millis;
  readonly index: number;
}

/** Null while the star is not in the air. */
function starAt({ viewport, clockRate }: StarFountains, { appears, index }: Star, t: Millis): SpriteLook | null {
  const random = (nth: number, min: number, max: number) =>
    lerp(min, max, randomOf(Math.round(appears), index * 6 + nth));
  const age = (t - appears) / clockRate - ((index % starCount) * 1000) / starsPerSecond;
  const life = random(0, minStarMs, maxStarMs);
  if (age < 0 || age >= life) return null;
  const progress = age / life;
  const fall = gravity * (life / maxStarMs) * progress;
  const x = fromCorner + (random(1, 450, 600) * age) / maxStarMs;
  const y = belowScreen + ((random(2, -1500, -1300) + fall) * age) / maxStarMs;
  const { uiWidth, uiHeight, uiPx } = viewport;
  return {
    at: viewport.ui(index < starCount ? x : uiWidth - x, uiHeight + y),
    scale: uiPx * lerp(1, random(3, 1.8, 2.6), progress),
    rotation: lerp(random(4, -4, 4), random(5, -2, 2), progress),
    alpha: 1 - progress,
    additive: true,
  };
}
