import type { ImageName } from '../scene/index.ts';
import type { Kernel } from './kernel.ts';
import { mirrorX, mirrorY } from './layout.ts';
import type { Memory } from './memory.ts';

/** A decoded image: straight (not premultiplied) RGBA, rows without gaps. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array | Uint8ClampedArray;
  /** Image pixels per skin pixel: 2 for `@2x`, otherwise 1. */
  readonly density: number;
  /** The image ends exactly where its last pixels do; otherwise it fades out over the width of one pixel. */
  readonly sharp?: boolean;
}

/** An image in the kernel's memory. */
export interface StoredImage {
  readonly address: number;
  /** Unique, even among images that reuse the same address. */
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

/** An image at its original size, with the copies made from it: resized, rotated, and with spin blur. */
export interface Original extends StoredImage {
  /** It has one colour and sharp edges, so it needs no copies. */
  readonly isOneColour: boolean;
  /** It ends exactly where its last pixels do. */
  readonly isSharp: boolean;
  readonly resized: Map<number, Copy>;
  readonly rotated: Map<number, Copy>;
  readonly spinBlurred: Map<number, Copy>;
}

interface Copy extends StoredImage {
  readonly bytes: number;
  usedAt: number;
  readonly siblings: Map<number, Copy>;
  readonly key: number;
}

/** A copy that does not exist yet. */
interface NewCopy {
  readonly siblings: Map<number, Copy>;
  readonly key: number;
  readonly width: number;
  readonly height: number;
  readonly density: number;
  /** Has the kernel write the copy to an address. */
  make(address: number): void;
}

interface Scale {
  readonly x: number;
  readonly y: number;
}

/** The images that display lists name, and their copies. */
export interface Images {
  set(name: ImageName, picture: Picture): void;
  remove(name: ImageName): void;
  get(name: ImageName): Original;
  /** Begins a frame: copies that were returned before may be dropped from now on. */
  beginFrame(): void;
  /**
   * Returns a copy at another size; negative scales mirror it. 'no pixel' if it would be empty, 'no space' if the copies of
   * this frame exceed their budget.
   */
  resized(original: Original, scaleX: number, scaleY: number): StoredImage | 'no pixel' | 'no space';
  /**
   * Returns a copy at another size and rotated about its centre. Angles are rounded to a few values, so that images which
   * were rotated at nearly the same time share a copy.
   */
  rotated(original: Original, scale: Scale, angle: number): StoredImage | 'no pixel' | 'no space';
  /**
   * Returns a copy blurred by a rotation of `sweep` radians about its centre, large enough for a scale. Angles are rounded
   * to a few values, so that a spinner needs few copies. It is 'no space', too, if the image hardly rotates.
   */
  spinBlurred(original: Original, scale: number, sweep: number): StoredImage | 'no space';
}

/**
 * The copies of one frame may use three screens of pixels, or 16 MB. The frame alone decides which copies fit, so that it
 * does not depend on the frames before it. Twice as much is kept, so that the copies of the previous frame stay too.
 */
const frameBudget = { screens: 3, minBytes: 16 * 1024 * 1024 };

/** An image is not resized if its side would change by no more than this fraction, and by no more than a pixel. */
const sizeTolerance = 1 / 1000;

/** How many rotated copies make a turn: half a step moves the edge of a cursor by less than a pixel, at 4K as well. */
const rotationsPerTurn = 512;

/** Spin blur angles are a fifth apart: the difference is invisible. */
const anglesPerDoubling = 4;
/** Small ones are further apart: those that move the edge of the image by multiples of four pixels of 1080. */
const edgeStep = 4 / 1080;
const smallEdge = 4 * edgeStep;
/** Copies with spin blur are up to 1.5 times as large as painted, so that the image can grow and shrink a little. */
const sizesPerDoubling = 2;

export function createImages(kernel: Kernel, memory: Memory, screen: { width: number; height: number }): Images {
  return new ImageStore(kernel, memory, screen);
}

/** A class for the same reason as `RecordWriter`, which uses it for every sprite. */
class ImageStore implements Images {
  private readonly kernel: Kernel;
  private readonly memory: Memory;
  private readonly frameBudgetBytes: number;
  private readonly keptBytes: number;
  private readonly screenHeight: number;
  private readonly originals = new Map<ImageName, Original>();
  private readonly copies = new Set<Copy>();
  private copiesBytes = 0;
  private frame = 0;
  private frameBytes = 0;
  private ids = 0;

  constructor(kernel: Kernel, memory: Memory, screen: { width: number; height: number }) {
    this.kernel = kernel;
    this.memory = memory;
    this.frameBudgetBytes = Math.max(frameBudget.minBytes, frameBudget.screens * screen.width * screen.height * 4);
    this.keptBytes = 2 * this.frameBudgetBytes;
    this.screenHeight = screen.height;
  }

  set(name: ImageName, picture: Picture): void {
    this.remove(name);
    const { width, height, density } = picture;
    const address = this.memory.allocate(this.kernel.imageBytes(width, height));
    this.kernel.initImage(address, width, height);
    this.copyRows(address, picture);
    const isOneColour = this.kernel.finishImage(address, picture.sharp === true) !== 0;
    this.originals.set(name, {
      address,
      id: ++this.ids,
      width,
      height,
      density,
      isOneColour,
      isSharp: picture.sharp === true,
      resized: new Map(),
      rotated: new Map(),
      spinBlurred: new Map(),
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
    for (const copy of [image.resized, image.rotated, image.spinBlurred].flatMap((copies) => [...copies.values()]))
      this.drop(copy);
  }

  get(name: ImageName): Original {
    const image = this.originals.get(name);
    if (!image) throw new Error(`The display list names an image that is not loaded: ${name}.`);
    return image;
  }

  resized(original: Original, scaleX: number, scaleY: number): StoredImage | 'no pixel' | 'no space' {
    const width = lengthOf(original.width, scaleX);
    const height = lengthOf(original.height, scaleY);
    if (width === 0 || height === 0) return 'no pixel';
    const mirror = mirrorOf(scaleX, scaleY);
    if (width === original.width && height === original.height && mirror === 0) return original;
    const key = sizeKey(width, height) * 4 + mirror;
    const cached = original.resized.get(key);
    return cached ? this.reuse(cached) : this.resize(original, { key, width, height, mirror });
  }

  private resize(original: Original, size: { key: number; width: number; height: number; mirror: number }) {
    const { key, width, height, mirror } = size;
    return this.addCopy({
      siblings: original.resized,
      key,
      width,
      height,
      density: 1,
      make: (address) => {
        const scratch = this.memory.allocate(this.kernel.resizeScratchBytes(original.address, width));
        this.kernel.resizeImage(address, original.address, scratch, width, height, mirror);
        this.memory.free(scratch);
      },
    });
  }

  rotated(original: Original, scale: Scale, angle: number): StoredImage | 'no pixel' | 'no space' {
    const width = lengthOf(original.width, scale.x);
    const height = lengthOf(original.height, scale.y);
    if (width === 0 || height === 0) return 'no pixel';
    const turns = angle / (2 * Math.PI);
    const step = Math.round((turns - Math.floor(turns)) * rotationsPerTurn) % rotationsPerTurn;
    const key = (sizeKey(width, height) * rotationsPerTurn + step) * 4 + mirrorOf(scale.x, scale.y);
    const cached = original.rotated.get(key);
    if (cached) return this.reuse(cached);
    const copyAngle = (step / rotationsPerTurn) * 2 * Math.PI;
    const sin = Math.abs(Math.sin(copyAngle));
    const cos = Math.abs(Math.cos(copyAngle));
    const copyWidth = rotatedSide(width * cos + height * sin, scale);
    const copyHeight = rotatedSide(width * sin + height * cos, scale);
    return this.addCopy({
      siblings: original.rotated,
      key,
      width: copyWidth,
      height: copyHeight,
      density: 1,
      make: (address) => {
        const scaleX = (Math.sign(scale.x) * width) / original.width;
        const scaleY = (Math.sign(scale.y) * height) / original.height;
        this.kernel.rotateImage(address, original.address, scaleX, scaleY, copyAngle, copyWidth, copyHeight);
      },
    });
  }

  spinBlurred(original: Original, scale: number, sweep: number): StoredImage | 'no space' {
    const size = Math.min(0, Math.ceil(Math.log2(Math.abs(scale)) * sizesPerDoubling));
    const copyScale = 2 ** (size / sizesPerDoubling);
    const radius = (copyScale * original.width) / 2 / this.screenHeight;
    const copySweep = roundedSweep(Math.min(sweep, 2 * Math.PI), radius);
    if (copySweep === 0) return 'no space';
    const key = Math.round(copySweep * 4096) * 64 - size;
    const cached = original.spinBlurred.get(key);
    if (cached) return this.reuse(cached);
    const radiusPx = this.kernel.spinBlurRadius(original.address, copyScale);
    return this.addCopy({
      siblings: original.spinBlurred,
      key,
      width: 2 * radiusPx,
      height: 2 * radiusPx,
      density: original.density * copyScale,
      make: (address) => {
        const scratch = this.memory.allocate(this.kernel.spinBlurScratchBytes(radiusPx, copySweep));
        this.kernel.spinBlurImage(address, original.address, copyScale, scratch, radiusPx, copySweep);
        this.memory.free(scratch);
      },
    });
  }

  /** Returns an existing copy, if it fits into the budget of this frame. */
  private reuse(copy: Copy): StoredImage | 'no space' {
    if (copy.usedAt === this.frame) return copy;
    if (!this.fitsFrame(copy)) return 'no space';
    copy.usedAt = this.frame;
    return copy;
  }

  private addCopy({ siblings, key, width, height, density, make }: NewCopy): StoredImage | 'no space' {
    const bytes = this.kernel.singleLevelBytes(width, height);
    if (!this.fitsFrame({ width, height, bytes })) return 'no space';
    this.dropOldest(bytes);
    const address = this.memory.allocate(bytes);
    make(address);
    const copy = { address, id: ++this.ids, width, height, density, bytes, usedAt: this.frame, siblings, key };
    siblings.set(key, copy);
    this.copies.add(copy);
    this.copiesBytes += bytes;
    return copy;
  }

  /** Counts a copy among those of this frame; returns false if it exceeds the budget. */
  private fitsFrame({ width, height, bytes }: Pick<Copy, 'width' | 'height' | 'bytes'>): boolean {
    if (width * height * 4 > this.frameBudgetBytes || this.frameBytes + bytes > this.frameBudgetBytes) return false;
    this.frameBytes += bytes;
    return true;
  }

  /** Drops the least recently used copies. Those of this frame and of the previous one always stay. */
  private dropOldest(bytes: number): void {
    if (this.copiesBytes + bytes <= this.keptBytes) return;
    for (const copy of [...this.copies].sort((a, b) => a.usedAt - b.usedAt)) {
      if (copy.usedAt >= this.frame - 1 || this.copiesBytes + bytes <= this.frameBudgetBytes) break;
      this.drop(copy);
    }
  }

  private drop(copy: Copy): void {
    this.memory.free(copy.address);
    copy.siblings.delete(copy.key);
    this.copies.delete(copy);
    this.copiesBytes -= copy.bytes;
  }

  beginFrame(): void {
    this.frame++;
    this.frameBytes = 0;
  }
}

/** Returns the length of a side at a scale, in whole pixels. */
function lengthOf(side: number, scale: number): number {
  const length = Math.round(Math.abs(scale) * side);
  return Math.abs(length - side) <= Math.min(1, side * sizeTolerance) ? side : length;
}

/** Rounds an angle; `radius` is that of the image, as a fraction of the frame height. */
function roundedSweep(sweep: number, radius: number): number {
  if (sweep * radius < smallEdge) return (Math.round((sweep * radius) / edgeStep) * edgeStep) / radius;
  return 2 ** (Math.round(Math.log2(sweep) * anglesPerDoubling) / anglesPerDoubling);
}

const sizeKey = (width: number, height: number) => width * 65_536 + height;
const mirrorOf = (scaleX: number, scaleY: number) => (scaleX < 0 ? mirrorX : 0) | (scaleY < 0 ? mirrorY : 0);

/**
 * Returns a side of a rotated copy. An image fades out over half a pixel of its own, also where it is enlarged. An even number
 * keeps the centre between pixels.
 */
function rotatedSide(length: number, scale: Scale): number {
  return 2 * Math.ceil(length / 2 + Math.max(1, Math.abs(scale.x), Math.abs(scale.y)));
}
