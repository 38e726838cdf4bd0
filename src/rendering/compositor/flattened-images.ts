import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';

/** Memory for the images that a frame flattens from several sprites; every frame reuses it. */
export interface FlattenedImages {
  /** Frees the images of the previous frame. */
  beginFrame(): void;
  /** Returns an address for an image of this size; null if the image is larger than the screen or the frame has too many. */
  allocate(width: number, height: number): number | null;
}

/** Limits the flattened images of a frame: more than four screens of moving sprites cannot be told apart. */
const maxScreens = 4;

/** Extra space, so that an image that grows from frame to frame does not move every time. */
const spareSpace = 1.25;

export function createFlattenedImages(
  kernel: Kernel,
  memory: Memory,
  screen: { width: number; height: number },
): FlattenedImages {
  const buffers: { address: number; bytes: number }[] = [];
  let used = 0;
  let remainingPx = 0;

  function newBuffer(bytes: number) {
    return { address: memory.allocate(bytes), bytes };
  }

  return {
    beginFrame() {
      used = 0;
      remainingPx = maxScreens * screen.width * screen.height;
    },
    allocate(width, height) {
      remainingPx -= width * height;
      if (width > screen.width || height > screen.height || remainingPx < 0) return null;
      const bytes = kernel.singleLevelBytes(width, height);
      let buffer = buffers[used];
      if (buffer === undefined || buffer.bytes < bytes) {
        if (buffer) memory.free(buffer.address);
        buffer = newBuffer(bytes * spareSpace);
        buffers[used] = buffer;
      }
      used++;
      return buffer.address;
    },
  };
}
