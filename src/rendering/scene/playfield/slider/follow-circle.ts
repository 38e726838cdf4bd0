import { ballAt, type PlayableSlider } from '../../../../game/beatmap/index.ts';
import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import type { SliderPlay } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { inQuad, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import type { DisplayList, SpriteLook } from '../../display-list/display-list.ts';
import { drawMovingImage } from '../../display-list/motion-blur.ts';
import { animationFrame } from '../../pictures.ts';
import type { PlayfieldContext } from '../playfield-context.ts';

const fadeInLength = 60;
const growLength = 180;
const pulseLength = 200;
const endLength = 200;
const lostLength = 100;
/** Stable judges the end of a slider up to this much early; following until then counts as following to the end. */
const endLenience = 36;

/** A slider and the times at which its follow circle pulses. */
interface FollowedSlider {
  readonly slider: PlayableSlider;
  readonly play: SliderPlay;
  readonly pulses: Float64Array;
}

/**
 * Draws the ring around a followed ball: it opens, pulses with every tick, and closes at the end or bursts when lost.
 */
export function drawFollowCircle(
  list: DisplayList,
  context: PlayfieldContext,
  followed: FollowedSlider,
  t: Millis,
): void {
  const element = context.elements.followCircle;
  if (element === null) return;
  const { image } = animationFrame(element, t - followed.slider.startTime);
  drawMovingImage(list, context.motionBlur, { t, image, reach: element.frames[0].width / 2 }, (time) =>
    ringAt(context, followed, { t: time, pulseTime: t }),
  );
}

/**
 * `pulseTime` is the frame's time for all samples of motion blur: a pulse jumps in size, and both sizes at once would
 * look like two rings.
 */
function ringAt(
  context: PlayfieldContext,
  { slider, play, pulses }: FollowedSlider,
  { t, pulseTime }: { t: Millis; pulseTime: Millis },
): SpriteLook | null {
  const change = lastAtOrBefore(play.tracking, t);
  if (change < 0) return null;
  const startedAt = play.tracking[change - (change % 2)]!;
  const endedAt = play.tracking[change - (change % 2) + 1] ?? slider.endTime;
  const isFollowing = change % 2 === 0;
  const reachesEnd = endedAt >= slider.endTime - endLenience;
  // A slider followed to its end keeps its ring until the ball stops.
  const closesAt = reachesEnd ? Math.max(endedAt, slider.endTime) : endedAt;
  const isOpen = isFollowing || t < closesAt;
  const closingProgress = isOpen ? 0 : progressBetween(t, closesAt, closesAt + (reachesEnd ? endLength : lostLength));
  if (closingProgress === 1) return null;

  const until = Math.min(t, closesAt);
  // On a slider shorter than the opening animation the ring opens by the end.
  const remaining = Math.max(1, slider.endTime - startedAt);
  const openScale = lerp(
    0.5,
    1,
    outQuad(progressBetween(until, startedAt, startedAt + Math.min(growLength, remaining))),
  );
  const closingScale = reachesEnd ? lerp(1, 0.8, outQuad(closingProgress)) : lerp(1, 2, closingProgress);
  const scale = openScale * pulseScale(pulses, startedAt, Math.min(pulseTime, closesAt)) * closingScale;
  return {
    at: context.viewport.toScreen(ballAt(slider, t)),
    scale: context.spritePx * scale,
    steady: scale === 1,
    alpha:
      progressBetween(until, startedAt, startedAt + Math.min(fadeInLength, remaining)) *
      (1 - (reachesEnd ? inQuad(closingProgress) : closingProgress)),
  };
}

/** The times of the pulses: ticks and repeats that were hit. */
export function pulseTimes(slider: PlayableSlider, play: SliderPlay): Float64Array {
  return Float64Array.from(
    slider.points.flatMap(({ kind, time }, i) => (kind !== 'end' && play.points[i]?.hit ? [time] : [])),
  );
}

function pulseScale(pulses: Float64Array, startedAt: Millis, t: Millis): number {
  const last = lastAtOrBefore(pulses, t);
  const time = pulses[last];
  if (time === undefined || time < startedAt) return 1;
  const spacing = (pulses[last + 1] ?? Number.POSITIVE_INFINITY) - time;
  return lerp(1.1, 1, progressBetween(t, time, time + Math.min(pulseLength, spacing)));
}
