import { Frame } from 'node-av/lib';
import type { MediaSource } from '../node-av/container.ts';
import { type ClipInput, openClipInput } from './clip-input.ts';
import { createPictureScaler, type ScaledPicture } from './picture-scaler.ts';

/** A video whose pictures can be requested in any order; in playing order, the next one is prepared ahead. */
export interface Clip {
  /** The size of its pictures. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /**
   * Returns the picture at a time: the same object as long as the picture is the same, valid until the next call. Rejects
   * if exactly that picture cannot be decoded.
   */
  pictureAt(ms: number): Promise<ScaledPicture>;
  /** Frees everything once the requests in progress have ended. */
  close(): Promise<void>;
}

/** If the requested picture is further ahead, pictures on the way are decoded but not scaled. */
const skipMs = 100;
/** If the requested picture is further ahead, the file is searched instead of decoded up to it. */
const seekMs = 3_000;

/** The times of the decoded frames; `next` is null at the end. */
interface DecodedTimes {
  readonly current: number;
  readonly next: number | null;
}

/** A picture at its time; `picture` is null if it cannot be scaled, and then no other takes its place. */
interface TimedPicture {
  readonly at: number;
  readonly picture: ScaledPicture | null;
}

/** Opens a video, scaled down to the smallest size that covers `size`; null if no picture of it can be decoded. */
export async function openClip(source: MediaSource, size: { width: number; height: number }): Promise<Clip | null> {
  let input = openClipInput(source);
  if (!input) return null;
  const durationMs = input.measureDurationMs();
  const scaler = createPictureScaler(input, size);
  // Two decoded frames: the later one shows whether the other is the last before the requested time.
  let currentFrame = emptyFrame();
  let nextFrame = emptyFrame();
  let current: TimedPicture | null = null;
  /** The picture after the current one. */
  let upcoming: Promise<TimedPicture | null> = Promise.resolve(null);
  let requests: Promise<unknown> = Promise.resolve();

  async function find(ms: number): Promise<ScaledPicture> {
    let found = current;
    if (found === null || ms < found.at || ms > found.at + seekMs) found = await seekTo(ms);
    else if (ms > found.at + skipMs) found = (await skipTo(ms)) ?? found;
    for (let next = await upcoming; next !== null && next.at <= ms; next = await upcoming) {
      release(found);
      found = current = next;
      upcoming = prepareNext();
    }
    if (!found.picture) throw new Error(`The picture at ${found.at} ms of the video cannot be decoded.`);
    return found.picture;
  }

  const scale = async (frame: Frame, at: number): Promise<TimedPicture> => ({
    at,
    picture: await scaler.scale(frame, at),
  });

  function release({ picture }: TimedPicture): void {
    if (picture) scaler.release(picture);
  }

  async function prepareNext(): Promise<TimedPicture | null> {
    const at = input && (await input.decodeNext(nextFrame));
    if (at !== null) return scale(nextFrame, at);
    closeInput();
    return null;
  }

  async function seekTo(ms: number): Promise<TimedPicture> {
    await releaseAll();
    input ??= openClipInput(source);
    let times = input?.seek(ms) ? await decodeUpTo(input, ms) : null;
    if (times === null || times.current > ms) {
      // The file has no index, or a wrong one. Decoding from the start always finds the picture.
      closeInput();
      input = openClipInput(source);
      times = input && (await decodeUpTo(input, ms));
    }
    if (!times) throw new Error('No picture of the video can be decoded.');
    return show(times);
  }

  /** Decodes up to a time without scaling; null if the current picture stays. */
  async function skipTo(ms: number): Promise<TimedPicture | null> {
    const next = await upcoming;
    if (next === null || input === null || next.at > ms) return null;
    await releaseAll();
    [currentFrame, nextFrame] = [nextFrame, currentFrame];
    return show(await decodeFrom(input, next.at, ms));
  }

  async function show(times: DecodedTimes): Promise<TimedPicture> {
    const shown = await scale(currentFrame, times.current);
    current = shown;
    upcoming = times.next === null ? Promise.resolve(null) : scale(nextFrame, times.next);
    return shown;
  }

  /** Decodes until the current frame is the last one at or before a time, or the first of all; null if there is none. */
  async function decodeUpTo(from: ClipInput, ms: number): Promise<DecodedTimes | null> {
    const first = await from.decodeNext(currentFrame);
    return first === null ? null : decodeFrom(from, first, ms);
  }

  async function decodeFrom(from: ClipInput, currentAt: number, ms: number): Promise<DecodedTimes> {
    for (let at = currentAt; ; ) {
      const next = await from.decodeNext(nextFrame);
      if (next === null || next > ms) return { current: at, next };
      [currentFrame, nextFrame] = [nextFrame, currentFrame];
      at = next;
    }
  }

  async function releaseAll(): Promise<void> {
    const unused = await upcoming.catch(() => null);
    upcoming = Promise.resolve(null);
    for (const timed of [unused, current]) if (timed) release(timed);
    current = null;
  }

  function closeInput(): void {
    input?.close();
    input = null;
  }

  async function close(): Promise<void> {
    await releaseAll();
    closeInput();
    scaler.close();
    currentFrame.free();
    nextFrame.free();
  }

  try {
    await find(0);
  } catch {
    await close();
    return null;
  }
  let closed: Promise<void> | null = null;
  return {
    width: scaler.size.width,
    height: scaler.size.height,
    durationMs,
    pictureAt(ms) {
      const found = requests.then(() => find(ms));
      requests = found.catch(() => {});
      return found;
    },
    close() {
      closed ??= requests.then(close);
      return closed;
    },
  };
}

function emptyFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
