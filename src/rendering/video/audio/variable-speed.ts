import type { PcmStream } from './pcm-stream.ts';

/** So many frames are made at once: few enough to stay near the source, many enough to ask it seldom. */
const blockFrames = 4096;

/** Plays a sound at a speed that changes on the way and takes the pitch along, like a record under a hand. */
export function playAtVariableSpeed(source: PcmStream, placeAt: (played: number) => number): PcmStream {
  /** Frames of the source from `first` on, those just before the next place among them. */
  let frames: Float32Array = new Float32Array(0);
  let first = 0;
  let ended = false;
  let played = 0;

  function reach(last: number): void {
    const missing = last + 1 - (first + frames.length / 2);
    if (missing <= 0 || ended) return;
    const block = source.read(missing);
    ended = block.length < missing * 2;
    const longer = new Float32Array(frames.length + block.length);
    longer.set(frames);
    longer.set(block, frames.length);
    frames = longer;
  }

  function forget(before: number): void {
    const gone = Math.max(0, Math.min(before - first, frames.length / 2));
    frames = frames.subarray(gone * 2);
    first += gone;
  }

  const sample = (frame: number, channel: number) => frames[(frame - first) * 2 + channel] ?? 0;

  /** Between a frame and the next, on a smooth curve through them and their neighbours. */
  function curveAt(frame: number, channel: number, share: number): number {
    const [before, here] = [sample(frame - 1, channel), sample(frame, channel)];
    const [there, after] = [sample(frame + 1, channel), sample(frame + 2, channel)];
    const [slope, nextSlope, fall] = [(there - before) / 2, (after - here) / 2, here - there];
    const cubic = 2 * fall + slope + nextSlope;
    return ((cubic * share - 3 * fall - 2 * slope - nextSlope) * share + slope) * share + here;
  }

  /** Shorter than asked for where the source ends. */
  function nextBlock(wanted: number): Float32Array {
    reach(Math.ceil(placeAt(played + wanted)) + 2);
    const out = new Float32Array(wanted * 2);
    const end = ended ? first + frames.length / 2 : Number.POSITIVE_INFINITY;
    let made = 0;
    for (; made < wanted; made++) {
      const place = placeAt(played + made);
      const whole = Math.floor(place);
      if (whole >= end) break;
      for (let channel = 0; channel < 2; channel++) {
        out[made * 2 + channel] = curveAt(whole, channel, place - whole);
      }
    }
    played += made;
    forget(Math.floor(placeAt(played)) - 2);
    return out.subarray(0, made * 2);
  }

  return {
    read(wanted) {
      const out = new Float32Array(wanted * 2);
      let filled = 0;
      while (filled < wanted) {
        const block = nextBlock(Math.min(blockFrames, wanted - filled));
        if (block.length === 0) break;
        out.set(block, filled * 2);
        filled += block.length / 2;
      }
      return out.subarray(0, filled * 2);
    },
    close: source.close,
  };
}
