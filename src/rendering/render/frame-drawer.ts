import type { Millis } from '../../game/units.ts';
import { crossFadeAt, type FrameSchedule, songTimeOf } from './frame-schedule.ts';

/** Draws a song time, and reads the pixels that were drawn: a view that the next drawing overwrites. */
interface PictureSource {
  draw(t: Millis): Promise<void>;
  read(): Uint8Array;
}

interface DrawnFrame {
  /** Valid until the next frame is drawn. */
  readonly pixels: Uint8Array;
  /** Whether this frame and the one before it are what was drawn, and no mixes: only then the changed tiles are known. */
  readonly followsDrawn: boolean;
}

/** The pictures of the earlier piece that are drawn ahead have at most about this size together. */
const maxHeldBytes = 64 * 2 ** 20;

/**
 * Returns a function that draws the frames of a video in order, `step` frames apart. A cross-fade mixes two pictures. The
 * earlier piece is drawn ahead for several frames: a background video would otherwise seek twice for each of them.
 */
export function createFrameDrawer(
  schedule: FrameSchedule,
  { draw, read }: PictureSource,
  step = 1,
): (frame: number) => Promise<DrawnFrame> {
  let held: { readonly frame: number; readonly pixels: Uint8Array }[] = [];
  let isMixed = false;

  async function drawAhead(frame: number): Promise<typeof held> {
    const pictures: typeof held = [];
    let bytes = 0;
    for (let next = frame; bytes < maxHeldBytes; next += step) {
      const fade = crossFadeAt(schedule, next);
      if (fade === null) break;
      await draw(fade.earlier);
      const pixels = read().slice();
      pictures.push({ frame: next, pixels });
      bytes += pixels.length;
    }
    return pictures;
  }

  return async (frame) => {
    const fade = crossFadeAt(schedule, frame);
    const wasMixed = isMixed;
    isMixed = fade !== null;
    if (fade === null) {
      await draw(songTimeOf(schedule, frame));
      return { pixels: read(), followsDrawn: !wasMixed };
    }
    if (!(Math.abs((held[0]?.frame ?? Number.NaN) - frame) < 1e-6)) held = await drawAhead(frame);
    const { pixels } = held.shift()!;
    await draw(fade.later);
    mixInto(pixels, read(), fade.weight);
    return { pixels, followsDrawn: false };
  };
}

/** Replaces this weight of a picture by another picture. */
function mixInto(target: Uint8Array, added: Uint8Array, weight: number): void {
  const part = Math.round(weight * 256);
  const rest = 256 - part;
  for (let i = 0; i < target.length; i++) target[i] = (target[i]! * rest + added[i]! * part + 128) >> 8;
}
