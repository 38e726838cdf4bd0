import type { PcmStream } from './pcm-stream.ts';

/** A sound that is one part of another. */
export interface StreamPart {
  /** The frame at which it starts; the first part starts at 0. */
  readonly first: number;
  /** For how many frames it is mixed with the end of the part before it. */
  readonly fadeIn: number;
  /** Opens it from its first frame on; called when it starts. It ends only with the next part. */
  readonly open: () => PcmStream;
}

/** Joins sounds. At every cut they cross-fade with equal power, so that the loudness stays and nothing clicks. */
export function joinStreams([firstPart, ...others]: readonly [StreamPart, ...StreamPart[]]): PcmStream {
  let current = firstPart.open();
  /** The part that fades in. */
  let next: PcmStream | null = null;
  let position = 0;

  /** Returns at most so many frames: up to the next start or end of a fade. */
  function readSome(frames: number): Float32Array {
    const part = others[0];
    if (part === undefined) return current.read(frames);
    if (position < part.first) return current.read(Math.min(frames, part.first - position));
    next ??= part.open();
    const rest = part.first + part.fadeIn - position;
    if (rest > 0)
      return crossFade(current, next, { from: position - part.first, frames: Math.min(frames, rest), part });
    current.close();
    current = next;
    next = null;
    others.shift();
    return readSome(frames);
  }

  return {
    read(frames) {
      if (others.length === 0) return current.read(frames);
      const out = new Float32Array(frames * 2);
      let filled = 0;
      while (filled < out.length) {
        const samples = readSome(frames - filled / 2);
        if (samples.length === 0) break;
        out.set(samples, filled);
        filled += samples.length;
        position += samples.length / 2;
      }
      return out.subarray(0, filled);
    },
    close() {
      current.close();
      next?.close();
    },
  };
}

interface Fade {
  /** Frames since its start. */
  readonly from: number;
  readonly frames: number;
  readonly part: Pick<StreamPart, 'fadeIn'>;
}

function crossFade(leaving: PcmStream, coming: PcmStream, { from, frames, part }: Fade): Float32Array {
  const out = new Float32Array(frames * 2);
  const [before, after] = [leaving.read(frames), coming.read(frames)];
  for (let i = 0; i < out.length; i++) {
    const angle = ((from + (i >> 1) + 0.5) / part.fadeIn) * (Math.PI / 2);
    out[i] = (before[i] ?? 0) * Math.cos(angle) + (after[i] ?? 0) * Math.sin(angle);
  }
  return out;
}
