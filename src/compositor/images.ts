import type { ImageName } from '../scene/index.ts';
import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';

/** A decoded picture: straight (not premultiplied) RGBA, rows without gaps. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array | Uint8ClampedArray;
  /** Picture pixels a skin pixel: 2 for `@2x`, otherwise 1. */
  readonly density: number;
  /** It ends where its last pixels do, as if cut out; otherwise it fades into what is around it over one of them. */
  readonly sharp?: boolean;
}

/** A picture in the kernel's memory. */
export interface StoredImage {
  readonly address: number;
  /** No two have the same, also of those that lie where others were before. */
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

/** A picture as it was given, with the copies that were made of it by size. */
export interface Original extends StoredImage {
  /** Of one colour and with sharp edges: at any size it is painted without a copy. */
  readonly isPlain: boolean;
  readonly copies: Map<number, Copy>;
}

interface Copy extends StoredImage {
  readonly bytes: number;
  usedAt: number;
  readonly of: Original;
  readonly key: number;
}

export interface Images {
  set(name: ImageName, picture: Picture): void;
  remove(name: ImageName): void;
  get(name: ImageName): Original;
  /** Copies handed out before may be dropped from now on. */
  beginFrame(): void;
  /**
   * A copy at another size, made on first use; negative scales mirror. None where it would have no pixel, or where those
   * of this frame have no room for it.
   */
  resized(original: Original, scaleX: number, scaleY: number): StoredImage | 'no pixel' | 'no room';
}

/**
 * The copies of one frame have three screens, or 16 MB. Which of them have room is decided by that frame alone, so that it
 * is the same however it is reached; twice as much is kept, which is room for those of the frame before as well.
 */
const frameBudget = { screens: 3, leastBytes: 16 * 1024 * 1024 };

/** A picture that is larger or smaller by this part of its side, and by no more than a pixel, is shown as it is. */
const sameSize = 1 / 1000;

export function createImages(kernel: Kernel, memory: Memory, screen: { width: number; height: number }): Images {
  const frameBudgetBytes = Math.max(frameBudget.leastBytes, frameBudget.screens * screen.width * screen.height * 4);
  const keptBytes = 2 * frameBudgetBytes;
  const originals = new Map<ImageName, Original>();
  const copies = new Set<Copy>();
  let copiesBytes = 0;
  let frame = 0;
  let frameBytes = 0;
  let ids = 0;

  function set(name: ImageName, picture: Picture): void {
    remove(name);
    const { width, height, density } = picture;
    const address = memory.allocate(kernel.imageBytes(width, height));
    kernel.layImage(address, width, height);
    copyRows(address, picture);
    const isPlain = kernel.finishImage(address, picture.sharp === true) !== 0;
    originals.set(name, { address, id: ++ids, width, height, density, isPlain, copies: new Map() });
  }

  function copyRows(address: number, { width, height, rgba }: Picture): void {
    const bytes = new Uint8Array(kernel.memory.buffer);
    for (let y = 0; y < height; y++) {
      bytes.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), kernel.imageRow(address, y));
    }
  }

  function remove(name: ImageName): void {
    const image = originals.get(name);
    if (!image) return;
    memory.free(image.address);
    originals.delete(name);
    for (const copy of image.copies.values()) drop(copy);
  }

  function get(name: ImageName): Original {
    const image = originals.get(name);
    if (!image) throw new Error(`The display list names a picture nobody loaded: ${name}.`);
    return image;
  }

  function resized(original: Original, scaleX: number, scaleY: number): StoredImage | 'no pixel' | 'no room' {
    const width = lengthOf(original.width, scaleX);
    const height = lengthOf(original.height, scaleY);
    if (width === 0 || height === 0) return 'no pixel';
    const mirror = (scaleX < 0 ? 1 : 0) | (scaleY < 0 ? 2 : 0);
    if (width === original.width && height === original.height && mirror === 0) return original;
    const key = (width * 65_536 + height) * 4 + mirror;
    const known = original.copies.get(key);
    if (known?.usedAt === frame) return known;
    const bytes = known?.bytes ?? kernel.singleLevelBytes(width, height);
    if (width * height * 4 > frameBudgetBytes || frameBytes + bytes > frameBudgetBytes) return 'no room';
    frameBytes += bytes;
    const copy = known ?? makeCopy(original, { width, height, mirror, key, bytes });
    copy.usedAt = frame;
    return copy;
  }

  function makeCopy(of: Original, made: Pick<Copy, 'width' | 'height' | 'key' | 'bytes'> & { mirror: number }): Copy {
    const { width, height, mirror, key, bytes } = made;
    makeRoom(bytes);
    const address = memory.allocate(bytes);
    const room = memory.allocate(kernel.resizingBytes(of.address, width));
    kernel.resizeImage(address, of.address, room, width, height, mirror);
    memory.free(room);
    const copy = { address, id: ++ids, width, height, density: 1, bytes, usedAt: frame, of, key };
    of.copies.set(key, copy);
    copies.add(copy);
    copiesBytes += bytes;
    return copy;
  }

  /** Drops those used longest ago; what this frame and the one before it were given is less than what is kept. */
  function makeRoom(bytes: number): void {
    if (copiesBytes + bytes <= keptBytes) return;
    for (const copy of [...copies].sort((a, b) => a.usedAt - b.usedAt)) {
      if (copy.usedAt >= frame - 1 || copiesBytes + bytes <= frameBudgetBytes) break;
      drop(copy);
    }
  }

  function drop(copy: Copy): void {
    memory.free(copy.address);
    copy.of.copies.delete(copy.key);
    copies.delete(copy);
    copiesBytes -= copy.bytes;
  }

  function beginFrame(): void {
    frame++;
    frameBytes = 0;
  }

  return { set, remove, get, resized, beginFrame };
}

/** Whole pixels of a side at a scale. */
function lengthOf(side: number, scale: number): number {
  const length = Math.round(Math.abs(scale) * side);
  return Math.abs(length - side) <= Math.min(1, side * sameSize) ? side : length;
}
