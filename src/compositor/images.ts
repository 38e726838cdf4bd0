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

export interface Images {
  set(name: ImageName, picture: Picture): void;
  remove(name: ImageName): void;
  get(name: ImageName): StoredImage;
  /** Copies handed out before may be dropped from now on. */
  beginFrame(): void;
  /** A copy at another size, made on first use; negative scales mirror. Null where it would have no pixel. */
  resized(name: ImageName, scaleX: number, scaleY: number): StoredImage | null;
}

/** Four screens full of copies, or 16 MB: beyond that, room is made by dropping the ones used longest ago. */
const copiesBudget = { screens: 4, leastBytes: 16 * 1024 * 1024 };

export function createImages(kernel: Kernel, memory: Memory, screen: { width: number; height: number }): Images {
  const copiesBudgetBytes = Math.max(copiesBudget.leastBytes, copiesBudget.screens * screen.width * screen.height * 4);
  const originals = new Map<ImageName, StoredImage>();
  /** In order of use, so that the first is the one used longest ago. */
  const copies = new Map<string, { name: ImageName; image: StoredImage; bytes: number; usedAt: number }>();
  let copiesBytes = 0;
  let frame = 0;

  function set(name: ImageName, picture: Picture): void {
    remove(name);
    const { width, height, density } = picture;
    const source = memory.allocate(width * height * 4);
    const address = memory.allocate(kernel.imageBytes(width, height));
    new Uint8Array(kernel.memory.buffer, source, width * height * 4).set(picture.rgba);
    kernel.makeImage(address, source, width, height);
    memory.free(source);
    originals.set(name, { address, width, height, density });
  }

  function remove(name: ImageName): void {
    const image = originals.get(name);
    if (!image) return;
    memory.free(image.address);
    originals.delete(name);
    for (const [key, copy] of copies) if (copy.name === name) drop(key);
    forgetAddresses();
  }

  function get(name: ImageName): StoredImage {
    const image = originals.get(name);
    if (!image) throw new Error(`The display list names a picture nobody loaded: ${name}.`);
    return image;
  }

  function resized(name: ImageName, scaleX: number, scaleY: number): StoredImage | null {
    const original = get(name);
    const width = Math.round(Math.abs(scaleX) * original.width);
    const height = Math.round(Math.abs(scaleY) * original.height);
    if (width === 0 || height === 0) return null;
    const mirror = (scaleX < 0 ? 1 : 0) | (scaleY < 0 ? 2 : 0);
    if (width === original.width && height === original.height && mirror === 0) return original;
    const key = `${width}×${height} ${mirror} ${name}`;
    const known = copies.get(key);
    if (known) {
      known.usedAt = frame;
      copies.delete(key);
      copies.set(key, known);
      return known.image;
    }
    const bytes = kernel.singleLevelBytes(width, height);
    makeRoom(bytes);
    const address = memory.allocate(bytes);
    const rows = memory.allocate(original.height * width * 16);
    kernel.resizeImage(address, original.address, rows, width, height, mirror);
    memory.free(rows);
    const image = { address, width, height, density: 1 };
    copies.set(key, { name, image, bytes, usedAt: frame });
    copiesBytes += bytes;
    return image;
  }

  function makeRoom(bytes: number): void {
    if (copiesBytes + bytes <= copiesBudgetBytes) return;
    for (const [key, { usedAt }] of copies) {
      // What this frame has been given will be drawn from where it lies, and all that follow are this frame's, too.
      if (usedAt === frame || copiesBytes + bytes <= copiesBudgetBytes / 2) break;
      drop(key);
    }
    forgetAddresses();
  }

  function drop(key: string): void {
    const copy = copies.get(key)!;
    memory.free(copy.image.address);
    copies.delete(key);
    copiesBytes -= copy.bytes;
  }

  /** Another picture may come to lie where one was, and the kernel tells pictures apart by address. */
  function forgetAddresses(): void {
    kernel.invalidate();
  }

  return { set, remove, get, resized, beginFrame: () => void frame++ };
}
