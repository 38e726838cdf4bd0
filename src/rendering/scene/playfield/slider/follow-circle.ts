import { ballAt, type PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { SliderPlay } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { inQuad, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { lastAtOrBefore } from '../../animation/tween.ts';
import type { DisplayList, SpriteLook } from '../../display-list/display-list.ts';
import { drawMoving } from '../../display-list/motion-blur.ts';
import { frameOf } from '../../pictures.ts';
import type { Field } from '../playfield-context.ts';

const fadeInLength = 60;
const growLength = 180;
const pulseLength = 200;
const endLength = 200;
const lostLength = 100;
/** Stable judges the end of a slider up to this much early; whoever follows until then has followed to the end. */
const endLenience = 36;

/** A slider whose ball is followed, as long as it is. */
interface Followed {
  readonly slider: PlayableSlider;
  readonly play: SliderPlay;
  readonly pulses: Float64Array;
}

/** The ring around a ball that is being followed: it opens up, beats with every tick, and closes in or bursts. */
export function drawFollowCircle(list: DisplayList, field: Field, followed: Followed, t: Millis): void {
  const art = field.art.followCircle;
  if (art === null) return;
  const { image } = frameOf(art, t - followed.slider.startTime);
  drawMoving(list, field.camera, { t, image, reach: art.frames[0].width / 2 }, (time) =>
    ringAt(field, followed, { t: time, beat: t }),
  );
}

/** A beat makes it leap: seen at both sizes at once it would be two rings, so a frame has one beat. */
function ringAt(
  field: Field,
  { slider, play, pulses }: Followed,
  { t, beat }: { t: Millis; beat: Millis },
): SpriteLook | null {
  const turn = lastAtOrBefore(play.tracking, t);
  if (turn < 0) return null;
  const began = play.tracking[turn - (turn % 2)]!;
  const ended = play.tracking[turn - (turn % 2) + 1] ?? slider.endTime;
  const follows = turn % 2 === 0;
  const toTheEnd = ended >= slider.endTime - endLenience;
  // The ring of a slider that was followed to its end stays with the ball until it stops.
  const closes = toTheEnd ? Math.max(ended, slider.endTime) : ended;
  const open = follows || t < closes;
  const gone = open ? 0 : progressBetween(t, closes, closes + (toTheEnd ? endLength : lostLength));
  if (gone === 1) return null;

  const until = Math.min(t, closes);
  // A slider shorter than the ring takes to open has it open by its end.
  const rest = Math.max(1, slider.endTime - began);
  const opened = lerp(0.5, 1, outQuad(progressBetween(until, began, began + Math.min(growLength, rest))));
  const closing = toTheEnd ? lerp(1, 0.8, outQuad(gone)) : lerp(1, 2, gone);
  return {
    at: field.viewport.toScreen(ballAt(slider, t)),
    scale: field.spritePx * opened * pulse(pulses, began, Math.min(beat, closes)) * closing,
    alpha: progressBetween(until, began, began + Math.min(fadeInLength, rest)) * (1 - (toTheEnd ? inQuad(gone) : gone)),
  };
}

/** The times at which the ring beats: ticks and turns that were hit. */
export function pulsesOf(slider: PlayableSlider, play: SliderPlay): Float64Array {
  return Float64Array.from(
    slider.points.flatMap(({ kind, time }, i) => (kind !== 'end' && play.points[i]?.hit ? [time] : [])),
  );
}

function pulse(pulses: Float64Array, began: Millis, t: Millis): number {
  const last = lastAtOrBefore(pulses, t);
  const time = pulses[last];
  if (time === undefined || time < began) return 1;
  const spacing = (pulses[last + 1] ?? Number.POSITIVE_INFINITY) - time;
  return lerp(1.1, 1, progressBetween(t, time, time + Math.min(pulseLength, spacing)));
}
