import { createOnsetDetector } from './onset-detector.ts';
import type { PcmStream } from './pcm-stream.ts';

// Milliseconds at 48,000 frames a second.
const ms = 48;
/** Sound goes on undisturbed for this long, */
const stretchFrames = 30 * ms;
/** then is blended into another place of itself during this time, */
const blendFrames = 8 * ms;
/** which is looked for this far around the place that would keep time exactly. */
const seekFrames = 8 * ms;
/** A blend is over this long before something begins, so that beginnings stay sharp and single. */
const leadFrames = 1 * ms;
/** Likeness is compared at every fourth frame first, then closely around the best. */
const coarse = 4;

/** Which frame of a sound is due when so many frames have been played, and the other way round. */
export interface TimeMap {
  readonly sourceFrameAt: (played: number) => number;
  readonly playedFrameAt: (place: number) => number;
}

/**
 * Plays a sound faster or slower at its own pitch: pieces of it are laid one after the other with what lies between them
 * left out or repeated, each joined where the wave looks alike. Pieces that hold the beginning of a sound are laid so
 * that it comes exactly when it should. (FFmpeg's atempo moves a drum by up to 12 ms; a viewer hears that against the hits.)
 */
export function stretchTime(source: PcmStream, tempo: number | TimeMap): PcmStream {
  if (tempo === 1) return source;
  const { sourceFrameAt: placeAt, playedFrameAt: playedAt } = typeof tempo === 'number' ? steady(tempo) : tempo;
  const input = createWindow(source);
  /** Where the next piece begins in what is played, and where the piece before goes on in the source. */
  let played = 0;
  let goesOn = 0;
  let lastOnset = -Infinity;
  let ready: Float32Array = new Float32Array(0);
  let ended = false;

  const moment = (frame: number) => Math.round(playedAt(frame));

  function nextPiece(): Float32Array | null {
    input.reach(Math.ceil(placeAt(played + 2 * stretchFrames + 3 * blendFrames)) + seekFrames);
    const left = input.end === null ? Infinity : moment(input.end) - played;
    if (left <= 0) return null;

    const [next, afterNext] = input.onsets.filter((onset) => onset > lastOnset && moment(onset) > played);
    const isNear = next !== undefined && moment(next) - leadFrames - blendFrames <= played + blendFrames;
    const following = isNear ? afterNext : next;
    const room = following === undefined ? Infinity : moment(following) - leadFrames - blendFrames - played;
    const length = room >= blendFrames && room < stretchFrames + blendFrames ? room : stretchFrames;

    let from: number;
    if (isNear) {
      from = next - (moment(next) - played);
      lastOnset = next;
    } else {
      const onTime = Math.round(placeAt(played + length / 2) - length / 2);
      // What began is not begun again, and what begins with the next piece is not begun with this one.
      const least = Math.max(onTime - seekFrames, lastOnset + leadFrames);
      const most = Math.min(onTime + seekFrames, (following ?? Infinity) - length - blendFrames);
      from = most > least ? likest(input, goesOn, { least, most, onTime }) : Math.min(onTime, most);
    }
    if (played === 0) from = 0;

    const piece = new Float32Array(Math.min(length, left) * 2);
    input.copy(from, piece);
    if (played > 0) blend(input, goesOn, piece);
    played += length;
    goesOn = from + length;
    input.forget(Math.min(goesOn, Math.floor(placeAt(played))) - 2 * stretchFrames - 2 * seekFrames);
    return piece;
  }

  return {
    read(frames) {
      const out = new Float32Array(frames * 2);
      let filled = 0;
      while (filled < out.length && !ended) {
        if (ready.length === 0) {
          const piece = nextPiece();
          ended = piece === null;
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

function steady(tempo: number): TimeMap {
  return { sourceFrameAt: (played) => played * tempo, playedFrameAt: (place) => place / tempo };
}

/** The place, from `least` to `most`, where the source looks most like it does at `goesOn`; near `onTime` if in doubt. */
function likest(input: Window, goesOn: number, seek: { least: number; most: number; onTime: number }): number {
  const template = input.mono(goesOn, blendFrames);
  const { least, most, onTime } = seek;
  const heard = input.mono(least, most - least + blendFrames + 1);

  function likeness(place: number, step: number): number {
    const at = place - least;
    let alike = 0;
    let energy = 1e-9;
    for (let index = 0; index < blendFrames; index += step) {
      const sample = heard[at + index]!;
      alike += template[index]! * sample;
      energy += sample * sample;
    }
    const away = (place - onTime) / seekFrames;
    const score = alike / Math.sqrt(energy);
    return score > 0 ? score * (1 - 0.3 * away * away) : score;
  }

  function best(from: number, to: number, step: number): number {
    let found = Math.min(Math.max(onTime, from), to);
    let most = likeness(found, step) + 1e-9;
    for (let place = from; place <= to; place += step) {
      const score = likeness(place, step);
      if (score > most) {
        most = score;
        found = place;
      }
    }
    return found;
  }

  const rough = best(least, most, coarse);
  return best(Math.max(least, rough - coarse), Math.min(most, rough + coarse), 1);
}

/** Lets what went on before fade into the start of a piece. */
function blend(input: Window, goesOn: number, piece: Float32Array): void {
  const before = new Float32Array(Math.min(blendFrames * 2, piece.length));
  input.copy(goesOn, before);
  for (let index = 0; index < before.length; index++) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * (index >> 1)) / blendFrames);
    piece[index] = before[index]! * (1 - share) + piece[index]! * share;
  }
}

/** The part of a source that is being worked on. */
interface Window {
  /** Where sounds begin, as far as it has been heard. */
  readonly onsets: readonly number[];
  /** Frames of the whole source, once that is known. */
  readonly end: number | null;
  reach(frame: number): void;
  /** What lies outside of the source is silence. */
  copy(from: number, to: Float32Array): void;
  mono(from: number, frames: number): Float32Array;
  forget(before: number): void;
}

function createWindow(source: PcmStream): Window {
  const finder = createOnsetDetector();
  let samples: Float32Array = new Float32Array(0);
  let first = 0;
  let onsets: number[] = [];
  let end: number | null = null;
  const heard = () => first + samples.length / 2;

  function copy(from: number, to: Float32Array): void {
    const skipped = Math.max(0, first - from) * 2;
    const start = Math.max(0, from - first) * 2;
    const count = Math.min(to.length - skipped, samples.length - start);
    if (count > 0) to.set(samples.subarray(start, start + count), skipped);
  }

  function mono(from: number, frames: number): Float32Array {
    const stereo = new Float32Array(frames * 2);
    copy(from, stereo);
    return mixed(stereo);
  }

  return {
    get onsets() {
      return onsets;
    },
    get end() {
      return end;
    },
    reach(frame) {
      if (end !== null || heard() >= frame) return;
      const wanted = frame - heard() + stretchFrames;
      const block = source.read(wanted);
      if (block.length < wanted * 2) end = heard() + block.length / 2;
      onsets.push(...finder.process(mixed(block)));
      const longer = new Float32Array(samples.length + block.length);
      longer.set(samples);
      longer.set(block, samples.length);
      samples = longer;
    },
    copy,
    mono,
    forget(before) {
      const gone = Math.min(before, heard()) - first;
      if (gone <= 0) return;
      samples = samples.subarray(gone * 2);
      first += gone;
      onsets = onsets.filter((onset) => onset >= first);
    },
  };
}

function mixed(stereo: Float32Array): Float32Array {
  const mono = new Float32Array(stereo.length / 2);
  for (let index = 0; index < mono.length; index++) mono[index] = (stereo[2 * index]! + stereo[2 * index + 1]!) / 2;
  return mono;
}
