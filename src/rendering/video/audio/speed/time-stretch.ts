import type { PcmStream } from '../pcm-stream.ts';
import { createSampleQueue } from '../sample-queue.ts';
import { createOnsetDetector } from './onset-detector.ts';

/** Frames per millisecond. */
const ms = 48;
/** The length of a piece that is copied unchanged. */
const pieceFrames = 30 * ms;
/** The crossfade from one piece to the next. */
const blendFrames = 8 * ms;
/** The next piece is searched this far around the position that keeps time exactly. */
const seekFrames = 8 * ms;
/** A crossfade ends this long before an onset, so that onsets stay sharp and are heard once. */
const leadFrames = 1 * ms;
/** The search compares every fourth frame first, then every frame around the best position. */
const coarseStep = 4;

/** Maps between played frames and source frames. */
export interface TimeMap {
  readonly sourceFrameAt: (playedFrame: number) => number;
  readonly playedFrameAt: (sourceFrame: number) => number;
}

/**
 * Plays a sound faster or slower without changing its pitch. Pieces of the source follow each other, parts between them are
 * skipped or repeated, and each crossfade is placed where the waves are similar. A piece with an onset is placed so that the
 * onset comes exactly on time. (FFmpeg's atempo moves drums by up to 12 ms, which is audible against the hit sounds.)
 */
export function stretchTime(source: PcmStream, tempo: number | TimeMap): PcmStream {
  if (tempo === 1) return source;
  const { sourceFrameAt, playedFrameAt } = typeof tempo === 'number' ? constantTempo(tempo) : tempo;
  const input = createWindow(source);
  /** The played frame at which the next piece begins. */
  let played = 0;
  /** The source frame at which the previous piece would continue. */
  let continuation = 0;
  let lastOnset = -Infinity;
  let ready: Float32Array = new Float32Array(0);
  let isEnded = false;

  const playedAt = (frame: number) => Math.round(playedFrameAt(frame));

  function nextPiece(): Float32Array | null {
    input.readUpTo(Math.ceil(sourceFrameAt(played + 2 * pieceFrames + 3 * blendFrames)) + seekFrames);
    const remaining = input.end === null ? Infinity : playedAt(input.end) - played;
    if (remaining <= 0) return null;

    const [next, afterNext] = input.onsets.filter((onset) => onset > lastOnset && playedAt(onset) > played);
    const isNear = next !== undefined && playedAt(next) - leadFrames - blendFrames <= played + blendFrames;
    const following = isNear ? afterNext : next;
    const available = following === undefined ? Infinity : playedAt(following) - leadFrames - blendFrames - played;
    const length = available >= blendFrames && available < pieceFrames + blendFrames ? available : pieceFrames;

    let from: number;
    if (isNear) {
      from = next - (playedAt(next) - played);
      lastOnset = next;
    } else {
      const onTime = Math.round(sourceFrameAt(played + length / 2) - length / 2);
      // The previous onset must not be repeated, and the following one must not be included.
      const min = Math.max(onTime - seekFrames, lastOnset + leadFrames);
      const max = Math.min(onTime + seekFrames, (following ?? Infinity) - length - blendFrames);
      from = max > min ? mostSimilar(input, continuation, { min, max, onTime }) : Math.min(onTime, max);
    }
    if (played === 0) from = 0;

    const piece = new Float32Array(Math.min(length, remaining) * 2);
    input.copy(from, piece);
    if (played > 0) blend(input, continuation, piece);
    played += length;
    continuation = from + length;
    input.dropFrames(Math.min(continuation, Math.floor(sourceFrameAt(played))) - 2 * pieceFrames - 2 * seekFrames);
    return piece;
  }

  return {
    read(frames) {
      const out = new Float32Array(frames * 2);
      let filled = 0;
      while (filled < out.length && !isEnded) {
        if (ready.length === 0) {
          const piece = nextPiece();
          isEnded = piece === null;
          ready = piece ?? ready;
        }
        const part = ready.subarray(0, out.length - filled);
        out.set(part, filled);
        filled += part.length;
        ready = ready.subarray(part.length);
      }
      return out.subarray(0, filled);
    },
    close: source.close,
  };
}

function constantTempo(tempo: number): TimeMap {
  return { sourceFrameAt: (frame) => frame * tempo, playedFrameAt: (frame) => frame / tempo };
}

/** Returns the frame from `min` to `max` where the source is most similar to `continuation`, preferably near `onTime`. */
function mostSimilar(input: Window, continuation: number, range: { min: number; max: number; onTime: number }): number {
  const template = input.mono(continuation, blendFrames);
  const { min, max, onTime } = range;
  const candidates = input.mono(min, max - min + blendFrames + 1);

  function similarity(frame: number, step: number): number {
    const at = frame - min;
    let correlation = 0;
    let energy = 1e-9;
    for (let index = 0; index < blendFrames; index += step) {
      const sample = candidates[at + index]!;
      correlation += template[index]! * sample;
      energy += sample * sample;
    }
    const offset = (frame - onTime) / seekFrames;
    const score = correlation / Math.sqrt(energy);
    return score > 0 ? score * (1 - 0.3 * offset * offset) : score;
  }

  function best(from: number, to: number, step: number): number {
    let bestFrame = Math.min(Math.max(onTime, from), to);
    let bestScore = similarity(bestFrame, step) + 1e-9;
    for (let frame = from; frame <= to; frame += step) {
      const score = similarity(frame, step);
      if (score > bestScore) {
        bestScore = score;
        bestFrame = frame;
      }
    }
    return bestFrame;
  }

  const rough = best(min, max, coarseStep);
  return best(Math.max(min, rough - coarseStep), Math.min(max, rough + coarseStep), 1);
}

/** Crossfades from the continuation of the previous piece to the start of a piece. */
function blend(input: Window, continuation: number, piece: Float32Array): void {
  const before = new Float32Array(Math.min(blendFrames * 2, piece.length));
  input.copy(continuation, before);
  for (let index = 0; index < before.length; index++) {
    const weight = 0.5 - 0.5 * Math.cos((Math.PI * (index >> 1)) / blendFrames);
    piece[index] = before[index]! * (1 - weight) + piece[index]! * weight;
  }
}

/** A window of the source around the current position. */
interface Window {
  /** The onsets in the window. */
  readonly onsets: readonly number[];
  /** The length of the source; null until its end was read. */
  readonly end: number | null;
  readUpTo(frame: number): void;
  /** Copies frames; outside of the source there is silence. */
  copy(from: number, to: Float32Array): void;
  mono(from: number, frames: number): Float32Array;
  dropFrames(before: number): void;
}

function createWindow(source: PcmStream): Window {
  const detector = createOnsetDetector();
  const queue = createSampleQueue();
  let first = 0;
  let onsets: number[] = [];
  let end: number | null = null;
  const readEnd = () => first + queue.samples.length / 2;

  function copy(from: number, to: Float32Array): void {
    const { samples } = queue;
    const skipped = Math.max(0, first - from) * 2;
    const start = Math.max(0, from - first) * 2;
    const count = Math.min(to.length - skipped, samples.length - start);
    if (count > 0) to.set(samples.subarray(start, start + count), skipped);
  }

  function mono(from: number, frames: number): Float32Array {
    const stereo = new Float32Array(frames * 2);
    copy(from, stereo);
    return toMono(stereo);
  }

  return {
    get onsets() {
      return onsets;
    },
    get end() {
      return end;
    },
    readUpTo(frame) {
      if (end !== null || readEnd() >= frame) return;
      const count = frame - readEnd() + pieceFrames;
      const block = source.read(count);
      if (block.length < count * 2) end = readEnd() + block.length / 2;
      onsets.push(...detector.process(toMono(block)));
      queue.add(block);
    },
    copy,
    mono,
    dropFrames(before) {
      const dropped = Math.min(before, readEnd()) - first;
      if (dropped <= 0) return;
      queue.drop(dropped * 2);
      first += dropped;
      onsets = onsets.filter((onset) => onset >= first);
    },
  };
}

function toMono(stereo: Float32Array): Float32Array {
  const mono = new Float32Array(stereo.length / 2);
  for (let index = 0; index < mono.length; index++) mono[index] = (stereo[2 * index]! + stereo[2 * index + 1]!) / 2;
  return mono;
}
