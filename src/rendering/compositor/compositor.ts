import type { DisplayList, ImageName } from '../scene/index.ts';
import { createBodyCache } from './body-cache.ts';
import { createBodyOutlines } from './body-outline.ts';
import { createImages, type Picture } from './images.ts';
import type { Kernel } from './kernel.ts';
import { createMemory } from './memory.ts';
import { createRecords } from './records.ts';
import { createStamps } from './stamps.ts';

/** Turns display lists into pixels. Holds the pictures that lists name. */
export interface Compositor {
  readonly width: number;
  readonly height: number;
  /** Adds a picture, or replaces the one of that name. */
  setImage(name: ImageName, picture: Picture): void;
  removeImage(name: ImageName): void;
  /** Paints a list; returns how many 16×16 tiles differ from the frame before. */
  compose(list: DisplayList): number;
  /**
   * The picture as RGBA, `strideBytes` a row; a view that the next frame overwrites. Painted anew for whoever has asked
   * for planes before.
   */
  rgba(): { readonly pixels: Uint8Array<ArrayBuffer>; readonly strideBytes: number };
  /** The picture as I420 (BT.709, limited range); a view that the next frame overwrites. */
  i420(): Uint8Array<ArrayBuffer>;
  /** One byte a tile, row by row: 1 where this frame differs from the one before. A view. */
  changedTiles(): Uint8Array<ArrayBuffer>;
}

export function createCompositor(kernel: Kernel, size: { width: number; height: number }): Compositor {
  const { width, height } = size;
  const memory = createMemory(kernel);
  kernel.configure(width, height, memory.allocate(kernel.pictureBytes(width, height)));
  kernel.configureGathering(memory.allocate(kernel.gatheringBytes()));
  const tilesAcross = Math.ceil(width / 16);
  const tiles = tilesAcross * Math.ceil(height / 16);
  const planesBytes = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  const planes = memory.allocate(planesBytes);
  const outlines = createBodyOutlines(size);
  const bodies = createBodyCache({ kernel, memory, outlines, width, height });
  const images = createImages(kernel, memory, size);
  const stamps = createStamps(kernel, memory, size);
  const records = createRecords({ kernel, memory, bodies, outlines, images, stamps });
  /** Somebody wants planes: from then on they are made instead of the picture. */
  let inPlanes = false;
  let drawn: DisplayList | null = null;

  const bytes = (address: number, length: number) =>
    new Uint8Array(kernel.memory.buffer as ArrayBuffer, address, length);

  const changedTiles = () => bytes(kernel.dirtyAddress(), tiles);

  function compose(list: DisplayList): number {
    drawn = list;
    return paint(list, inPlanes ? planes : 0);
  }

  function paint(list: DisplayList, into: number): number {
    bodies.trim();
    images.beginFrame();
    stamps.beginFrame();
    const { address, count } = records.write(list);
    return kernel.compose(address, count, into);
  }

  /** Paints the picture of the planes that are there, which the tiles that changed last have nothing to do with. */
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
      if (inPlanes && drawn) repaint(drawn);
      return {
        pixels: bytes(kernel.frameAddress(), tilesAcross * 64 * Math.ceil(height / 16) * 16),
        strideBytes: tilesAcross * 64,
      };
    },
    i420() {
      if (!inPlanes) kernel.toI420(planes);
      inPlanes = true;
      return bytes(planes, planesBytes);
    },
    changedTiles,
  };
}
