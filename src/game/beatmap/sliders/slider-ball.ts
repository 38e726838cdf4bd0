import { firstIndexWhere } from '../../binary-search.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { interpolate, pointAt, vertexAt } from '../curves/slider-path.ts';
import type { PlayableSlider } from '../playable-map.ts';

/** The properties of a slider that determine its ball's position. */
export type BallTrack = Pick<PlayableSlider, 'at' | 'startTime' | 'endTime' | 'spans' | 'path' | 'motion'>;

/** The ball's position on the playfield: at the head before the start, at its last position after the end. */
export function ballAt(slider: BallTrack, t: Millis): OsuPoint {
  const { x, y } = positionOnPath(slider, Math.min(Math.max(t, slider.startTime), slider.endTime));
  return { x: slider.at.x + x, y: slider.at.y + y };
}

/** The ball's progress along the path, from 0 at the head to 1 at the path's end; it falls on the way back. */
export function ballProgress(slider: BallTrack, t: Millis): number {
  const duration = slider.endTime - slider.startTime;
  if (!(duration > 0)) return 0;
  const travelled = Math.min(Math.max((t - slider.startTime) / duration, 0), 1) * slider.spans;
  const span = Math.trunc(travelled);
  return span % 2 === 0 ? travelled - span : 1 - (travelled - span);
}

function positionOnPath(slider: BallTrack, t: Millis): OsuPoint {
  const { path, motion } = slider;
  if (motion.rules === 'lazer') return pointAt(path, ballProgress(slider, t) * path.length);
  const { spanStarts, offsets } = motion;
  const steps = offsets.length - 1;
  if (steps < 1 || slider.endTime <= slider.startTime) return { x: 0, y: 0 };

  // Find the first span, and in it the first step, whose end in whole milliseconds is at or after t (rule SL5).
  const span = firstIndexWhere(1, slider.spans, (i) => Math.trunc(spanStarts[i]!) >= t) - 1;
  const spanStart = spanStarts[span]!;
  const isForward = span % 2 === 0;
  const timeAfter = (step: number) => {
    if (step === steps) return Math.trunc(spanStarts[span + 1]!);
    return Math.trunc(spanStart + (isForward ? offsets[step]! : offsets[steps]! - offsets[steps - step]!));
  };
  const step = firstIndexWhere(1, steps, (i) => timeAfter(i) >= t);
  const began = timeAfter(step - 1);
  const ended = timeAfter(step);
  const vertex = (i: number) => vertexAt(path, isForward ? i : steps - i);
  return interpolate(vertex(step - 1), vertex(step), ended > began ? (t - began) / (ended - began) : 1);
}
