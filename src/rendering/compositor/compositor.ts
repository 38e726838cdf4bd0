import type { DisplayList, ImageName } from '../scene/index.ts';
import { createBodyCache } from './body/body-cache.ts';
import { createBodyOutlines } from './body/body-outline.ts';
import { createFlattenedImages } from './flattened-images.ts';
import { createImages, type Picture } from './images.ts';
import type { Kernel } from './kernel.ts';
import { tileSize } from './layout.ts';
import { createMemory } from './memory.ts';
import { createRecords } from './records.ts';

/** A drawn frame. */
export interface FramePixels {
  readonly width: number;
  readonly height: number;
  /**
   * Returns the frame as RGBA, `strideBytes` per row: a view that the next frame overwrites. Once `i420` has been called,
   * the frame has to be painted again for this.
   */
  rgba(): { readonly pixels: Uint8Array<ArrayBuffer>; readonly strideBytes: number };
  /**
   * Returns the frame as I420 (BT.709, limited range): a view that the next frame overwrites. Call it before the first
   * frame if only I420 is needed, so that no RGBA frame is ever painted.
   */
  i420(): Uint8Array<ArrayBuffer>;
  /** Returns one byte per tile, row by row: 1 where this frame differs from the previous one. A view. */
  changedTiles(): Uint8Array<ArrayBuffer>;
}

/** Turns display lists into pixels, and holds the images that the lists name. */
export interface Compositor extends FramePixels {
  /** Adds an image, or replaces the one of that name. */
  setImage(name: ImageName, picture: Picture): void;
  removeImage(name: ImageName): void;
  /** Paints a list; returns how many 16×16 tiles differ from the previous frame. */
  compose(list: DisplayList): number;
}

const bytesPerPixel = 4;

export function createCompositor(kernel: Kernel, size: { width: number; height: number }): Compositor {
  const { width, height } = size;
  const memory = createMemory(kernel);
  kernel.configureFrame(width, height, memory.allocate(kernel.frameBytes(width, height)));
  kernel.configureAccumulator(memory.allocate(kernel.accumulatorBytes()));
  const tilesAcross = Math.ceil(width / tileSize);
  const tilesDown = Math.ceil(height / tileSize);
  const strideBytes = tilesAcross * tileSize * bytesPerPixel;
  const planesBytes = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  const planes = memory.allocate(planesBytes);
  const outlines = createBodyOutlines(size);
  const bodies = createBodyCache({ kernel, memory, outlines, width, height });
  const images = createImages(kernel, memory, size);
  const flattenedImages = createFlattenedImages(kernel, memory, size);
  const records = createRecords({ kernel, memory, bodies, outlines, images, flattenedImages });
  /** From the first request for I420 on, frames are painted as I420 instead of RGBA. */
  let paintsI420 = false;
  let lastList: DisplayList | null = null;

  const bytes = (address: number, length: number) =>
    new Uint8Array(kernel.memory.buffer as ArrayBuffer, address, length);

  const changedTiles = () => bytes(kernel.dirtyTilesAddress(), tilesAcross * tilesDown);

  function compose(list: DisplayList): number {
    lastList = list;
    return paint(list, paintsI420 ? planes : 0);
  }

  function paint(list: DisplayList, target: number): number {
    bodies.trim();
    images.beginFrame();
    flattenedImages.beginFrame();
    const { address, count } = records.write(list);
    return kernel.compose(address, count, target);
  }

  /** Paints the last list as RGBA, and keeps the table of changed tiles. */
  function repaint(list: DisplayList): void {
    const changed = changedTiles().slice();
    kernel.invalidate();
    paint(list, 0);
    changedTiles().set(changed);
  }

  return {
    width,
    height,
    setImage: (name, picture) => images.set(name, picture),
    removeImage: (name) => images.remove(name),
    compose,
    rgba() {
      if (paintsI420 && lastList) repaint(lastList);
      return { pixels: bytes(kernel.frameAddress(), strideBytes * tilesDown * tileSize), strideBytes };
    },
    i420() {
      if (!paintsI420) kernel.toI420(planes);
      paintsI420 = true;
      return bytes(planes, planesBytes);
    },
    changedTiles,
  };
}
