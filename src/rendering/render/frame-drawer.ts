import type { Millis } from '../../game/units.ts';
import { crossFadeAt, type FrameSchedule, songTimeOf } from './frame-schedule.ts';

/** The pixels of a frame: a view that the next frame overwrites. */
interface DrawnFrame {
  readonly pixels: Uint8Array;
  /** Whether this frame and the one before it are what was drawn, and no mixes: only then the changed tiles are known. */
  readonly followsDrawn: boolean;
}

/** Returns a function that draws a frame of the video, which may lie between two frames. A cross-fade mixes two pictures. */
export function createFrameDrawer(
  schedule: FrameSchedule,
  draw: (t: Millis) => Promise<void>,
  read: () => Uint8Array,
): (frame: number) => Promise<DrawnFrame> {
  let mixed: Uint8Array | null = null;
  let isMixed = false;
  return async (frame) => {
    const fade = crossFadeAt(schedule, frame);
    const wasMixed = isMixed;
    isMixed = fade !== null;
    if (fade === null) {
      await draw(songTimeOf(schedule, frame));
      return { pixels: read(), followsDrawn: !wasMixed };
    }
    await draw(fade.earlier);
    const earlier = read();
    mixed ??= new Uint8Array(earlier.length);
    mixed.set(earlier);
    await draw(fade.later);
    mixInto(mixed, read(), fade.weight);
    return { pixels: mixed, followsDrawn: false };
  };
}

/** Replaces this weight of a picture by another picture. */
function mixInto(target: Uint8Array, added: Uint8Array, weight: number): void {
  const part = Math.round(weight * 256);
  const rest = 256 - part;
  for (let i = 0; i < target.length; i++) target[i] = (target[i]! * rest + added[i]! * part + 128) >> 8;
}
