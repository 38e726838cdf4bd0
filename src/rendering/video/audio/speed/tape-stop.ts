import { sampleRate } from '../../encoder.ts';
import type { PcmStream } from '../pcm-stream.ts';

/** Times in milliseconds of the played sound; `atMs` may lie before its start. */
export interface TapeStop {
  readonly atMs: number;
  readonly lengthMs: number;
}

/** Slows a sound down to a stop, like a tape machine that is switched off: pitch and volume fall with the speed. */
export function tapeStop(source: PcmStream, { atMs, lengthMs }: TapeStop): PcmStream {
  const start = Math.round((atMs / 1000) * sampleRate);
  const length = Math.max(1, Math.round((lengthMs / 1000) * sampleRate));
  /** Source frames played after so many output frames, while the speed falls from 1 to 0. */
  const sourceFramesAt = (frame: number) => frame - frame ** 2 / (2 * length);
  const skipped = start < 0 ? sourceFramesAt(Math.min(-start, length)) : 0;
  /** The part of the source that is played while it slows down, read on first use. */
  let rest: Float32Array | null = null;
  let frame = 0;

  function slowDown(out: Float32Array, from: number): void {
    rest ??= source.read(Math.ceil(length / 2 - skipped) + 2);
    for (let index = from; index < out.length; index++) {
      const since = frame + (index >> 1) - start;
      if (since >= length) return;
      const position = sourceFramesAt(since) - skipped;
      const whole = Math.floor(position);
      const before = rest[whole * 2 + (index & 1)] ?? 0;
      const after = rest[whole * 2 + 2 + (index & 1)] ?? 0;
      out[index] = (before + (after - before) * (position - whole)) * (1 - since / length);
    }
  }

  return {
    read(frames) {
      const out = new Float32Array(frames * 2);
      const before = Math.min(Math.max(0, start - frame), frames);
      if (before > 0) out.set(source.read(before));
      if (before < frames) slowDown(out, before * 2);
      frame += frames;
      return out;
    },
    close: source.close,
  };
}
