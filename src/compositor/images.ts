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

/** A picture as it was given, with the copies that were made of it: by size, and by how far it turns. */
export interface Original extends StoredImage {
  /** Of one colour and with sharp edges: at any size it is painted without a copy. */
  readonly isPlain: boolean;
  readonly copies: Map<number, Copy>;
  readonly smeared: Map<number, Copy>;
}

interface Copy extends StoredImage {
  readonly bytes: number;
  usedAt: number;
  readonly among: Map<number, Copy>;
  readonly key: number;
}

/** A copy that may have to be made. */
interface Wanted {
  readonly among: Map<number, Copy>;
  readonly key: number;
  readonly width: number;
  readonly height: number;
  readonly density: number;
  /** Has the kernel make it at an address. */
  make(address: number): void;
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
  /**
   * A copy of all that is seen while it turns by so many radians about its middle, fine enough to be shown at a scale. It
   * is made for the nearest of a few angles, so that whoever turns at about one speed needs one copy.
   */
  smeared(original: Original, scale: number, sweep: number): StoredImage | 'no room';
}

/**
 * The copies of one frame have three screens, or 16 MB. Which of them have room is decided by that frame alone, so that it
 * is the same however it is reached; twice as much is kept, which is room for those of the frame before as well.
 */
const frameBudget = { screens: 3, leastBytes: 16 * 1024 * 1024 };

/** A picture that is larger or smaller by this part of its side, and by no more than a pixel, is shown as it is. */
const sameSize = 1 / 1000;

/** Of two angles the larger is a fifth more: nobody sees which of them a picture turned by. */
const anglesInDouble = 4;
const leastAngle = 1 / 256;
/** Such a copy has up to one and a half times the pixels a side that are shown, so that it can grow and shrink a little. */
const sizesInDouble = 2;

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
    originals.set(name, { address, id: ++ids, width, height, density, isPlain, copies: new Map(), smeared: new Map() });
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
    for (const copy of [...image.copies.values(), ...image.smeared.values()]) drop(copy);
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
    return copyOf({
      among: original.copies,
      key: (width * 65_536 + height) * 4 + mirror,
      width,
      height,
      density: 1,
      make(address) {
        const room = memory.allocate(kernel.resizingBytes(original.address, width));
        kernel.resizeImage(address, original.address, room, width, height, mirror);
        memory.free(room);
      },
    });
  }

  function smeared(original: Original, scale: number, sweep: number): StoredImage | 'no room' {
    const size = Math.min(0, Math.ceil(Math.log2(Math.abs(scale)) * sizesInDouble));
    const fineness = 2 ** (size / sizesInDouble);
    const angle = Math.round(Math.log2(Math.max(leastAngle, Math.min(sweep, 2 * Math.PI))) * anglesInDouble);
    const turned = 2 ** (angle / anglesInDouble);
    const reach = kernel.smearReach(original.address, fineness);
    return copyOf({
      among: original.smeared,
      key: angle * 64 - size,
      width: 2 * reach,
      height: 2 * reach,
      density: original.density * fineness,
      make(address) {
        const room = memory.allocate(kernel.smearingBytes(reach, turned));
        kernel.smearImage(address, original.address, fineness, room, reach, turned);
        memory.free(room);
      },
    });
  }

  /** The copy that is there, or a new one, if those of this frame have room for it. */
  function copyOf(wanted: Wanted): StoredImage | 'no room' {
    const { among, key, width, height } = wanted;
    const known = among.get(key);
    if (known?.usedAt === frame) return known;
    const bytes = known?.bytes ?? kernel.singleLevelBytes(width, height);
    if (width * height * 4 > frameBudgetBytes || frameBytes + bytes > frameBudgetBytes) return 'no room';
    frameBytes += bytes;
    const copy = known ?? makeCopy(wanted, bytes);
    copy.usedAt = frame;
    return copy;
  }

  function makeCopy({ among, key, width, height, density, make }: Wanted, bytes: number): Copy {
    makeRoom(bytes);
    const address = memory.allocate(bytes);
    make(address);
    const copy = { address, id: ++ids, width, height, density, bytes, usedAt: frame, among, key };
    among.set(key, copy);
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
    copy.among.delete(copy.key);
    copies.delete(copy);
    copiesBytes -= copy.bytes;
  }

  function beginFrame(): void {
    frame++;
    frameBytes = 0;
  }

  return { set, remove, get, resized, smeared, beginFrame };
}

/** Whole pixels of a side at a scale. */
function lengthOf(side: number, scale: number): number {
  const length = Math.round(Math.abs(scale) * side);
  return Math.abs(length - side) <= Math.min(1, side * sameSize) ? side : length;
}
