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
}

/** A picture in the kernel's memory. */
export interface StoredImage {
  readonly address: number;
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

/** A picture as it was given, with the copies that were made of it by size. */
export interface Original extends StoredImage {
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
  /** A copy at another size, made on first use; negative scales mirror. Null where it would have no pixel. */
  resized(original: Original, scaleX: number, scaleY: number): StoredImage | null;
}

/** Three screens full of copies, or 16 MB: beyond that, room is made by dropping the ones used longest ago. */
const copiesBudget = { screens: 3, leastBytes: 16 * 1024 * 1024 };

export function createImages(kernel: Kernel, memory: Memory, screen: { width: number; height: number }): Images {
  const copiesBudgetBytes = Math.max(copiesBudget.leastBytes, copiesBudget.screens * screen.width * screen.height * 4);
  const originals = new Map<ImageName, Original>();
  const copies = new Set<Copy>();
  let copiesBytes = 0;
  let frame = 0;

  function set(name: ImageName, picture: Picture): void {
    remove(name);
    const { width, height, density } = picture;
    const address = memory.allocate(kernel.imageBytes(width, height));
    kernel.layImage(address, width, height);
    copyRows(address, picture);
    kernel.finishImage(address);
    originals.set(name, { address, width, height, density, copies: new Map() });
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
    forgetAddresses();
  }

  function get(name: ImageName): Original {
    const image = originals.get(name);
    if (!image) throw new Error(`The display list names a picture nobody loaded: ${name}.`);
    return image;
  }

  function resized(original: Original, scaleX: number, scaleY: number): StoredImage | null {
    const width = Math.round(Math.abs(scaleX) * original.width);
    const height = Math.round(Math.abs(scaleY) * original.height);
    if (width === 0 || height === 0) return null;
    const mirror = (scaleX < 0 ? 1 : 0) | (scaleY < 0 ? 2 : 0);
    if (width === original.width && height === original.height && mirror === 0) return original;
    const key = (width * 65_536 + height) * 4 + mirror;
    const known = original.copies.get(key);
    if (known) {
      known.usedAt = frame;
      return known;
    }
    const bytes = kernel.singleLevelBytes(width, height);
    makeRoom(bytes);
    const address = memory.allocate(bytes);
    const room = memory.allocate(kernel.resizingBytes(original.address, width));
    kernel.resizeImage(address, original.address, room, width, height, mirror);
    memory.free(room);
    const copy = { address, width, height, density: 1, bytes, usedAt: frame, of: original, key };
    original.copies.set(key, copy);
    copies.add(copy);
    copiesBytes += bytes;
    return copy;
  }

  function makeRoom(bytes: number): void {
    if (copiesBytes + bytes <= copiesBudgetBytes) return;
    for (const copy of [...copies].sort((a, b) => a.usedAt - b.usedAt)) {
      // What this frame has been given will be drawn from where it lies, and all that follow are this frame's, too.
      if (copy.usedAt === frame || copiesBytes + bytes <= copiesBudgetBytes / 2) break;
      drop(copy);
    }
    forgetAddresses();
  }

  function drop(copy: Copy): void {
    memory.free(copy.address);
    copy.of.copies.delete(copy.key);
    copies.delete(copy);
    copiesBytes -= copy.bytes;
  }

  /** Another picture may come to lie where one was, and the kernel tells pictures apart by address. */
  function forgetAddresses(): void {
    kernel.invalidate();
  }

  return { set, remove, get, resized, beginFrame: () => void frame++ };
}
