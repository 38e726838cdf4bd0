import type { LoopStep } from '../../scene/index.ts';
import { stereoGains } from './sample-player.ts';

/** Four milliseconds for a loop to fade in or out, or to change from one step's volume to the next. */
const fadeFrames = 192;

/** How a loop is played, from a frame of the mix on. */
export interface FramedStep extends Pick<LoopStep, 'volume' | 'balance' | 'speed'> {
  readonly frame: number;
}

/** Repeats a sound from frame `start` to frame `end` of the mix. */
export interface LoopPlayer {
  readonly start: number;
  readonly end: number;
  mixInto(out: Float32Array, from: number): void;
}

/** Creates a player for one loop. */
export function createLoopPlayer(
  samples: Float32Array,
  { start, end, steps }: { start: number; end: number; steps: readonly [FramedStep, ...FramedStep[]] },
): LoopPlayer {
  const length = samples.length / 2;
  const fade = Math.max(1, Math.min(fadeFrames, Math.floor((end - start) / 2)));
  let next = 0;
  const { volume, balance, speed } = steps[0];
  const target = stereoGains(volume, balance);
  const state: LoopState = { samples, start, end, fade, ...target, target, speed, position: 0, frame: start };

  /** Applies the steps that are due; returns the frame of the next one. */
  function applySteps(): number {
    for (let step = steps[next]; step && step.frame <= state.frame; step = steps[++next]) {
      state.target = stereoGains(step.volume, step.balance);
      state.speed = step.speed;
    }
    return steps[next]?.frame ?? Number.POSITIVE_INFINITY;
  }

  return {
    start,
    end,
    mixInto(out, from) {
      if (length === 0) return;
      // A video may begin in the middle of a loop, so this may start before `from`.
      const until = Math.min(end, from + out.length / 2);
      while (state.frame < until) {
        const nextStep = applySteps();
        play(state, out, { from, until: nextStep < until ? nextStep : until });
      }
    },
  };
}

/** The state of a loop. */
interface LoopState {
  readonly samples: Float32Array;
  readonly start: number;
  readonly end: number;
  readonly fade: number;
  left: number;
  right: number;
  /** The volumes that left and right move towards. */
  target: { readonly left: number; readonly right: number };
  speed: number;
  /** The frame of the samples that is played at `frame` of the mix. */
  position: number;
  frame: number;
}

/** Plays up to a frame, before which no step is due. A top-level function, so that it is compiled once for all loops. */
function play(state: LoopState, out: Float32Array, { from, until }: { from: number; until: number }): void {
  // Local variables keep the inner loop fast.
  let { left, right, position, frame } = state;
  const { samples, start, end, fade, target, speed } = state;
  const length = samples.length / 2;
  for (; frame < until; frame++) {
    if (frame >= from) {
      const envelope = Math.min(1, (frame - start + 1) / fade, (end - frame) / fade);
      const index = Math.floor(position);
      const fraction = position - index;
      const next = index + 1 < length ? index + 1 : 0;
      const at = (frame - from) * 2;
      out[at]! += lerp(samples[2 * index]!, samples[2 * next]!, fraction) * left * envelope;
      out[at + 1]! += lerp(samples[2 * index + 1]!, samples[2 * next + 1]!, fraction) * right * envelope;
    }
    left = moveTowards(left, target.left);
    right = moveTowards(right, target.right);
    position += speed;
    // The remainder is slow, and needed only once per repetition.
    if (position >= length) position %= length;
  }
  state.left = left;
  state.right = right;
  state.position = position;
  state.frame = frame;
}

const lerp = (from: number, to: number, fraction: number): number => from + (to - from) * fraction;

function moveTowards(value: number, target: number): number {
  const step = 1 / fadeFrames;
  return target > value ? Math.min(target, value + step) : Math.max(target, value - step);
}
