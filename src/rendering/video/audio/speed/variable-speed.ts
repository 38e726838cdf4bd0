import type { PcmStream } from '../pcm-stream.ts';
import { createSampleQueue } from '../sample-queue.ts';

/** Frames produced at a time: few, to read little ahead of the source; many, to read it rarely. */
const blockFrames = 4096;

/** Plays a sound at a varying speed, which changes the pitch; `sourceFrameAt` maps played frames to source frames. */
export function playAtVariableSpeed(source: PcmStream, sourceFrameAt: (played: number) => number): PcmStream {
  /** The frames of the source from `first` on, including those just before the next position. */
  const queue = createSampleQueue();
  let frames = queue.samples;
  let first = 0;
  let isEnded = false;
  let played = 0;

  function readUpTo(last: number): void {
    const missing = last + 1 - (first + frames.length / 2);
    if (missing <= 0 || isEnded) return;
    const block = source.read(missing);
    isEnded = block.length < missing * 2;
    queue.add(block);
    frames = queue.samples;
  }

  function dropFrames(before: number): void {
    const dropped = Math.max(0, Math.min(before - first, frames.length / 2));
    queue.drop(dropped * 2);
    frames = queue.samples;
    first += dropped;
  }

  const sample = (frame: number, channel: number) => frames[(frame - first) * 2 + channel] ?? 0;

  /** Interpolates between a frame and the next with a cubic through them and their neighbours. */
  function interpolate(frame: number, channel: number, fraction: number): number {
    const [before, current] = [sample(frame - 1, channel), sample(frame, channel)];
    const [next, after] = [sample(frame + 1, channel), sample(frame + 2, channel)];
    const [slope, nextSlope, fall] = [(next - before) / 2, (after - current) / 2, current - next];
    const cubic = 2 * fall + slope + nextSlope;
    return ((cubic * fraction - 3 * fall - 2 * slope - nextSlope) * fraction + slope) * fraction + current;
  }

  /** Returns this many frames, or fewer at the end of the source. */
  function nextBlock(count: number): Float32Array {
    readUpTo(Math.ceil(sourceFrameAt(played + count)) + 2);
    const out = new Float32Array(count * 2);
    const end = isEnded ? first + frames.length / 2 : Number.POSITIVE_INFINITY;
    let produced = 0;
    for (; produced < count; produced++) {
      const position = sourceFrameAt(played + produced);
      const whole = Math.floor(position);
      if (whole >= end) break;
      for (let channel = 0; channel < 2; channel++) {
        out[produced * 2 + channel] = interpolate(whole, channel, position - whole);
      }
    }
    played += produced;
    dropFrames(Math.floor(sourceFrameAt(played)) - 2);
    return out.subarray(0, produced * 2);
  }

  return {
    read(count) {
      const out = new Float32Array(count * 2);
      let filled = 0;
      while (filled < count) {
        const block = nextBlock(Math.min(blockFrames, count - filled));
        if (block.length === 0) break;
        out.set(block, filled * 2);
        filled += block.length / 2;
      }
      return out.subarray(0, filled * 2);
    },
    close: source.close,
  };
}
