import { sampleRate } from '../encoder.ts';
import type { PcmStream } from './pcm-stream.ts';

/** In milliseconds of what is heard; `atMs` may lie before its beginning. */
export interface TapeStop {
  readonly atMs: number;
  readonly lengthMs: number;
}

/** Lets a sound run down like a record whose motor is switched off: slower, lower and softer, until it stands still. */
export function tapeStop(source: PcmStream, { atMs, lengthMs }: TapeStop): PcmStream {
  const start = Math.round((atMs / 1000) * sampleRate);
  const length = Math.max(1, Math.round((lengthMs / 1000) * sampleRate));
  /** How far the record turns after it was switched off: the way of a speed that goes from 1 to 0. */
  const wayAt = (frame: number) => frame - frame ** 2 / (2 * length);
  const passed = start < 0 ? wayAt(Math.min(-start, length)) : 0;
  /** All that is heard of the source from there on, read when it is first needed. */
  let rest: Float32Array | null = null;
  let frame = 0;

  function slowly(out: Float32Array, from: number): void {
    rest ??= source.read(Math.ceil(length / 2 - passed) + 2);
    for (let index = from; index < out.length; index++) {
      const since = frame + (index >> 1) - start;
      if (since >= length) return;
      const way = wayAt(since) - passed;
      const place = Math.floor(way);
      const before = rest[place * 2 + (index & 1)] ?? 0;
      const after = rest[place * 2 + 2 + (index & 1)] ?? 0;
      out[index] = (before + (after - before) * (way - place)) * (1 - since / length);
    }
  }

  return {
    read(frames) {
      const out = new Float32Array(frames * 2);
      const before = Math.min(Math.max(0, start - frame), frames);
      if (before > 0) out.set(source.read(before));
      if (before < frames) slowly(out, before * 2);
      frame += frames;
      return out;
    },
    close: source.close,
  };
}
