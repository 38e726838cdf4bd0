import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';

/** Room for the pictures a frame puts together of several sprites, used again by the next one. */
export interface Stamps {
  /** What was handed out before is free from now on. */
  beginFrame(): void;
  /** Where a picture of this size may lie; null when there have been too many, or it is larger than the screen. */
  roomFor(width: number, height: number): number | null;
}

/** Nobody sees what is in more than so many screens full of moving things. */
const mostScreens = 4;

export function createStamps(kernel: Kernel, memory: Memory, screen: { width: number; height: number }): Stamps {
  const rooms: { address: number; bytes: number }[] = [];
  let used = 0;
  let leftPx = 0;

  return {
    beginFrame() {
      used = 0;
      leftPx = mostScreens * screen.width * screen.height;
    },
    roomFor(width, height) {
      leftPx -= width * height;
      if (width > screen.width || height > screen.height || leftPx < 0) return null;
      const bytes = kernel.singleLevelBytes(width, height);
      const room = rooms[used];
      if (room === undefined || room.bytes < bytes) {
        if (room) memory.free(room.address);
        // Some more, so that what grows from frame to frame does not move every time.
        const roomy = bytes * 1.25;
        rooms[used] = { address: memory.allocate(roomy), bytes: roomy };
      }
      return rooms[used++]!.address;
    },
  };
}
