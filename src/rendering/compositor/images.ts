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

/** A copy that has to be made. */
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
  return new ImageStore(kernel, memory, screen);
}

/** A class for the same reason as `RecordWriter`, whose every sprite asks it. */
class ImageStore implements Images {
  private readonly kernel: Kernel;
  private readonly memory: Memory;
  private readonly frameBudgetBytes: number;
  private readonly keptBytes: number;
  private readonly originals = new Map<ImageName, Original>();
  private readonly copies = new Set<Copy>();
  private copiesBytes = 0;
  private frame = 0;
  private frameBytes = 0;
  private ids = 0;

  constructor(kernel: Kernel, memory: Memory, screen: { width: number; height: number }) {
    this.kernel = kernel;
    this.memory = memory;
    this.frameBudgetBytes = Math.max(frameBudget.leastBytes, frameBudget.screens * screen.width * screen.height * 4);
    this.keptBytes = 2 * this.frameBudgetBytes;
  }

  set(name: ImageName, picture: Picture): void {
    this.remove(name);
    const { width, height, density } = picture;
    const address = this.memory.allocate(this.kernel.imageBytes(width, height));
    this.kernel.layImage(address, width, height);
    this.copyRows(address, picture);
    const isPlain = this.kernel.finishImage(address, picture.sharp === true) !== 0;
    this.originals.set(name, {
      address,
      id: ++this.ids,
      width,
      height,
      density,
      isPlain,
      copies: new Map(),
      smeared: new Map(),
    });
  }

  private copyRows(address: number, { width, height, rgba }: Picture): void {
    const bytes = new Uint8Array(this.kernel.memory.buffer);
    for (let y = 0; y < height; y++) {
      bytes.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), this.kernel.imageRow(address, y));
    }
  }

  remove(name: ImageName): void {
    const image = this.originals.get(name);
    if (!image) return;
    this.memory.free(image.address);
    this.originals.delete(name);
    for (const copy of [...image.copies.values(), ...image.smeared.values()]) this.drop(copy);
  }

  get(name: ImageName): Original {
    const image = this.originals.get(name);
    if (!image) throw new Error(`The display list names a picture nobody loaded: ${name}.`);
    return image;
  }

  resized(original: Original, scaleX: number, scaleY: number): StoredImage | 'no pixel' | 'no room' {
    const width = lengthOf(original.width, scaleX);
    const height = lengthOf(original.height, scaleY);
    if (width === 0 || height === 0) return 'no pixel';
    const mirror = (scaleX < 0 ? 1 : 0) | (scaleY < 0 ? 2 : 0);
    if (width === original.width && height === original.height && mirror === 0) return original;
    const key = (width * 65_536 + height) * 4 + mirror;
    const known = original.copies.get(key);
    return known ? this.usedAgain(known) : this.newSize(original, { key, width, height, mirror });
  }

  private newSize(original: Original, size: { key: number; width: number; height: number; mirror: number }) {
    const { key, width, height, mirror } = size;
    return this.newCopy({
      among: original.copies,
      key,
      width,
      height,
      density: 1,
      make: (address) => {
        const room = this.memory.allocate(this.kernel.resizingBytes(original.address, width));
        this.kernel.resizeImage(address, original.address, room, width, height, mirror);
        this.memory.free(room);
      },
    });
  }

  smeared(original: Original, scale: number, sweep: number): StoredImage | 'no room' {
    const size = Math.min(0, Math.ceil(Math.log2(Math.abs(scale)) * sizesInDouble));
    const fineness = 2 ** (size / sizesInDouble);
    const angle = Math.round(Math.log2(Math.max(leastAngle, Math.min(sweep, 2 * Math.PI))) * anglesInDouble);
    const turned = 2 ** (angle / anglesInDouble);
    const key = angle * 64 - size;
    const known = original.smeared.get(key);
    if (known) return this.usedAgain(known);
    const reach = this.kernel.smearReach(original.address, fineness);
    return this.newCopy({
      among: original.smeared,
      key,
      width: 2 * reach,
      height: 2 * reach,
      density: original.density * fineness,
      make: (address) => {
        const room = this.memory.allocate(this.kernel.smearingBytes(reach, turned));
        this.kernel.smearImage(address, original.address, fineness, room, reach, turned);
        this.memory.free(room);
      },
    });
  }

  /** A copy that is there, if those of this frame have room for it. */
  private usedAgain(copy: Copy): StoredImage | 'no room' {
    if (copy.usedAt === this.frame) return copy;
    if (!this.takeRoom(copy)) return 'no room';
    copy.usedAt = this.frame;
    return copy;
  }

  private newCopy({ among, key, width, height, density, make }: Wanted): StoredImage | 'no room' {
    const bytes = this.kernel.singleLevelBytes(width, height);
    if (!this.takeRoom({ width, height, bytes })) return 'no room';
    this.makeRoom(bytes);
    const address = this.memory.allocate(bytes);
    make(address);
    const copy = { address, id: ++this.ids, width, height, density, bytes, usedAt: this.frame, among, key };
    among.set(key, copy);
    this.copies.add(copy);
    this.copiesBytes += bytes;
    return copy;
  }

  /** Counts a copy among those of this frame; false where they have no room for it. */
  private takeRoom({ width, height, bytes }: Pick<Copy, 'width' | 'height' | 'bytes'>): boolean {
    if (width * height * 4 > this.frameBudgetBytes || this.frameBytes + bytes > this.frameBudgetBytes) return false;
    this.frameBytes += bytes;
    return true;
  }

  /** Drops those used longest ago; what this frame and the one before it were given is less than what is kept. */
  private makeRoom(bytes: number): void {
    if (this.copiesBytes + bytes <= this.keptBytes) return;
    for (const copy of [...this.copies].sort((a, b) => a.usedAt - b.usedAt)) {
      if (copy.usedAt >= this.frame - 1 || this.copiesBytes + bytes <= this.frameBudgetBytes) break;
      this.drop(copy);
    }
  }

  private drop(copy: Copy): void {
    this.memory.free(copy.address);
    copy.among.delete(copy.key);
    this.copies.delete(copy);
    this.copiesBytes -= copy.bytes;
  }

  beginFrame(): void {
    this.frame++;
    this.frameBytes = 0;
  }
}

/** Whole pixels of a side at a scale. */
function lengthOf(side: number, scale: number): number {
  const length = Math.round(Math.abs(scale) * side);
  return Math.abs(length - side) <= Math.min(1, side * sameSize) ? side : length;
}
