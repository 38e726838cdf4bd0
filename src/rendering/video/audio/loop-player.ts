import type { LoopStep } from '../../scene/index.ts';
import { stereoGains } from './sample-player.ts';

/** Four milliseconds in which a loop comes and goes, and in which it moves from one step's volume to the next. */
const fadeFrames = 192;

/** How a loop is played from a frame of the mix on. */
export interface FramedStep extends Pick<LoopStep, 'volume' | 'balance' | 'speed'> {
  readonly frame: number;
}

/** A sound that is repeated from `start` to `end`, frames of the mix. */
export interface LoopPlayer {
  readonly start: number;
  readonly end: number;
  mixInto(out: Float32Array, from: number): void;
}

export function createLoopPlayer(
  samples: Float32Array,
  { start, end, steps }: { start: number; end: number; steps: readonly [FramedStep, ...FramedStep[]] },
): LoopPlayer {
  const length = samples.length / 2;
  const fade = Math.max(1, Math.min(fadeFrames, Math.floor((end - start) / 2)));
  let next = 0;
  const { volume, balance, speed } = steps[0];
  const target = stereoGains(volume, balance);
  const playing: Playing = { samples, start, end, fade, ...target, target, speed, position: 0, frame: start };

  /** Takes the steps that are due; returns the frame of the next. */
  function takeSteps(): number {
    for (let step = steps[next]; step && step.frame <= playing.frame; step = steps[++next]) {
      playing.target = stereoGains(step.volume, step.balance);
      playing.speed = step.speed;
    }
    return steps[next]?.frame ?? Number.POSITIVE_INFINITY;
  }

  return {
    start,
    end,
    mixInto(out, from) {
      if (length === 0) return;
      // A video may begin in the middle of a loop.
      const until = Math.min(end, from + out.length / 2);
      while (playing.frame < until) {
        const nextStep = takeSteps();
        play(playing, out, { from, until: nextStep < until ? nextStep : until });
      }
    },
  };
}

/** How far a loop is. */
interface Playing {
  readonly samples: Float32Array;
  readonly start: number;
  readonly end: number;
  readonly fade: number;
  left: number;
  right: number;
  /** Where left and right are going. */
  target: { readonly left: number; readonly right: number };
  speed: number;
  /** The frame of the samples that is heard at the frame of the mix. */
  position: number;
  frame: number;
}

/** Plays on until a frame, no step being due before. Compiled once for all voices, which come and go. */
function play(playing: Playing, out: Float32Array, { from, until }: { from: number; until: number }): void {
  // What changes from frame to frame are variables of the loop.
  let { left, right, position, frame } = playing;
  const { samples, start, end, fade, target, speed } = playing;
  const length = samples.length / 2;
  for (; frame < until; frame++) {
    if (frame >= from) {
      const envelope = Math.min(1, (frame - start + 1) / fade, (end - frame) / fade);
      const here = Math.floor(position);
      const share = position - here;
      const after = here + 1 < length ? here + 1 : 0;
      const at = (frame - from) * 2;
      out[at]! += lerp(samples[2 * here]!, samples[2 * after]!, share) * left * envelope;
      out[at + 1]! += lerp(samples[2 * here + 1]!, samples[2 * after + 1]!, share) * right * envelope;
    }
    left = towards(left, target.left);
    right = towards(right, target.right);
    position += speed;
    // A remainder takes long, and is needed once a round.
    if (position >= length) position %= length;
  }
  playing.left = left;
  playing.right = right;
  playing.position = position;
  playing.frame = frame;
}

const lerp = (from: number, to: number, share: number): number => from + (to - from) * share;

function towards(value: number, target: number): number {
  const step = 1 / fadeFrames;
  return target > value ? Math.min(target, value + step) : Math.max(target, value - step);
}
