import { Frame } from 'node-av/lib';
import type { MediaSource } from '../node-av/container.ts';
import { type ClipInput, openClipInput } from './clip-input.ts';
import { createPictureScaler, type ScaledPicture } from './picture-scaler.ts';

/** A video whose pictures can be asked for in any order, and are made ahead when they are asked for in their own. */
export interface Clip {
  /** How large its pictures are painted. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /**
   * What is seen at a time: the same object as long as it is the same picture, and valid until the next call. Rejects where
   * that picture, and not some other, cannot be painted.
   */
  pictureAt(ms: number): Promise<ScaledPicture>;
  /** Gives everything back, once what is under way has ended. */
  close(): Promise<void>;
}

/** Pictures on the way to one that is further ahead than this are decoded, but not painted. */
const skipMs = 100;
/** One that is further ahead than this is looked for, and not decoded up to. */
const leapMs = 3_000;

/** When the held picture is shown, and when the coming one is; null: there is none. */
interface Found {
  readonly at: number;
  readonly next: number | null;
}

/** A picture in its place; null: it cannot be painted, and nothing else is shown in its stead. */
interface Placed {
  readonly at: number;
  readonly painted: ScaledPicture | null;
}

/** Opens a video to be painted no larger than it takes to cover a size; null where no picture of it can be decoded. */
export async function openClip(source: MediaSource, size: { width: number; height: number }): Promise<Clip | null> {
  let input = openClipInput(source);
  if (!input) return null;
  const durationMs = input.measureDurationMs();
  const painter = createPictureScaler(input, size);
  // Two pictures that are decoded: one that may be the wanted one, and the one after it, which tells.
  let held = emptyFrame();
  let coming = emptyFrame();
  let shown: Placed | null = null;
  /** The picture after the one that is shown, and never more than that one. */
  let ahead: Promise<Placed | null> = Promise.resolve(null);
  let asked: Promise<unknown> = Promise.resolve();

  async function find(ms: number): Promise<ScaledPicture> {
    if (shown === null || ms < shown.at || ms > shown.at + leapMs) await leap(ms);
    else if (ms > shown.at + skipMs) await skip(ms);
    for (let next = await ahead; next !== null && next.at <= ms; next = await ahead) {
      release(shown!);
      shown = next;
      ahead = paintNext();
    }
    if (!shown!.painted) throw new Error(`The picture at ${shown!.at} ms of the video cannot be painted.`);
    return shown!.painted;
  }

  const paint = async (frame: Frame, at: number): Promise<Placed> => ({ at, painted: await painter.scale(frame, at) });

  function release({ painted }: Placed): void {
    if (painted) painter.release(painted);
  }

  async function paintNext(): Promise<Placed | null> {
    const at = input && (await input.decodeNext(coming));
    if (at !== null) return paint(coming, at);
    closeInput();
    return null;
  }

  async function leap(ms: number): Promise<void> {
    await forget();
    input ??= openClipInput(source);
    let found = input?.seek(ms) ? await decodeUpTo(input, ms) : null;
    if (found === null || found.at > ms) {
      // There is no index in the file, or a wrong one; from its beginning the picture is found for certain.
      closeInput();
      input = openClipInput(source);
      found = input && (await decodeUpTo(input, ms));
    }
    if (!found) throw new Error('No picture of the video can be decoded.');
    await show(found);
  }

  async function skip(ms: number): Promise<void> {
    const next = await ahead;
    if (next === null || input === null || next.at > ms) return;
    await forget();
    [held, coming] = [coming, held];
    await show((await decodeUpTo(input, ms, next.at))!);
  }

  async function show(found: Found): Promise<void> {
    shown = await paint(held, found.at);
    ahead = found.next === null ? Promise.resolve(null) : paint(coming, found.next);
  }

  /** Decodes until the held picture is the last that is seen by a time, or the first of all. */
  async function decodeUpTo(from: ClipInput, ms: number, heldAt?: number): Promise<Found | null> {
    let at = heldAt ?? (await from.decodeNext(held));
    if (at === null) return null;
    for (;;) {
      const next = await from.decodeNext(coming);
      if (next === null || next > ms) return { at, next };
      [held, coming] = [coming, held];
      at = next;
    }
  }

  async function forget(): Promise<void> {
    const unseen = await ahead.catch(() => null);
    ahead = Promise.resolve(null);
    for (const picture of [unseen, shown]) if (picture) release(picture);
    shown = null;
  }

  function closeInput(): void {
    input?.close();
    input = null;
  }

  async function close(): Promise<void> {
    await forget();
    closeInput();
    painter.close();
    held.free();
    coming.free();
  }

  try {
    await find(0);
  } catch {
    await close();
    return null;
  }
  let closed: Promise<void> | null = null;
  return {
    ...painter.size,
    durationMs,
    pictureAt(ms) {
      const found = asked.then(() => find(ms));
      asked = found.catch(() => {});
      return found;
    },
    close() {
      closed ??= asked.then(close);
      return closed;
    },
  };
}

function emptyFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
