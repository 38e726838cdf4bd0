import type { Rgb } from '../osu/units.ts';
import type { DisplayItem, DisplayList, ImageName } from '../scene/index.ts';
import { createBodyCache } from './body-cache.ts';
import { createImages, type Picture } from './images.ts';
import type { Kernel } from './kernel.ts';
import { createMemory } from './memory.ts';

/** Turns display lists into pixels. Holds the pictures that lists name. */
export interface Compositor {
  readonly width: number;
  readonly height: number;
  /** Adds a picture, or replaces the one of that name. */
  setImage(name: ImageName, picture: Picture): void;
  removeImage(name: ImageName): void;
  /** Paints a list; returns how many 16×16 tiles differ from the frame before. */
  compose(list: DisplayList): number;
  /** The picture as RGBA, `strideBytes` a row; a view that the next frame overwrites. */
  rgba(): { readonly pixels: Uint8Array<ArrayBuffer>; readonly strideBytes: number };
  /** The picture as I420 (BT.709, limited range); a view that the next frame overwrites. */
  i420(): Uint8Array<ArrayBuffer>;
  /** One byte a tile, row by row: 1 where this frame differs from the one before. A view. */
  changedTiles(): Uint8Array<ArrayBuffer>;
}

/** The kernel keeps its own notes behind the 64 bytes that are written here. */
const recordBytes = 192;
const writtenBytes = 64;
const kinds = { sprite: 0, body: 1, fill: 2, pie: 3, spotlight: 4 } as const;
const full = 32_767;

export function createCompositor(kernel: Kernel, size: { width: number; height: number }): Compositor {
  const { width, height } = size;
  const memory = createMemory(kernel);
  kernel.configure(width, height, memory.allocate(kernel.pictureBytes(width, height)));
  const tilesAcross = Math.ceil(width / 16);
  const tiles = tilesAcross * Math.ceil(height / 16);
  const planesBytes = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  const planes = memory.allocate(planesBytes);
  const bodies = createBodyCache({ kernel, memory, width, height });
  const images = createImages(kernel, memory, size);
  /** Somebody wants planes: from then on they are made with the picture. */
  let inPlanes = false;
  let capacity = 512;
  let records = memory.allocate(capacity * recordBytes);

  const bytes = (address: number, length: number) =>
    new Uint8Array(kernel.memory.buffer as ArrayBuffer, address, length);

  function compose(list: DisplayList): number {
    bodies.trim();
    images.beginFrame();
    if (list.items.length > capacity) {
      memory.free(records);
      capacity = list.items.length * 2;
      records = memory.allocate(capacity * recordBytes);
    }
    let count = 0;
    for (const item of list.items) if (write(item, records + count * recordBytes)) count++;
    return kernel.compose(records, count, inPlanes ? planes : 0);
  }

  /** Writes one 64-byte record; its layout is the kernel's. */
  function write(item: DisplayItem, address: number): boolean {
    // A body may have to be measured, or a copy made, which can move the memory: views are made afterwards.
    const measured = item.kind === 'body' ? bodies.measure(item.body, item.from, item.to) : null;
    if (item.kind === 'body' && !measured) return false;
    if (item.kind === 'sprite') return writeSprite(item, address);
    const { ints, floats } = blank(item, address);
    switch (item.kind) {
      case 'body':
        ints[1] = measured!.field;
        ints[2] = measured!.left;
        ints[3] = measured!.top;
        ints[4] = measured!.width;
        ints[5] = measured!.height;
        modulate(address, white, item.alpha);
        floats[10] = item.from;
        floats[11] = item.to;
        ints[14] = measured!.shades;
        ints[15] = measured!.id;
        return true;
      case 'fill':
        floats[2] = item.rect.left;
        floats[3] = item.rect.top;
        floats[4] = item.rect.left + item.rect.width;
        floats[5] = item.rect.top + item.rect.height;
        modulate(address, item.colour, item.alpha ?? 1);
        return true;
      case 'pie':
        floats[2] = item.at.x;
        floats[3] = item.at.y;
        floats[4] = item.radiusPx;
        floats[5] = item.sweep;
        modulate(address, item.colour, item.alpha ?? 1);
        return true;
      case 'spotlight':
        floats[2] = item.at.x;
        floats[3] = item.at.y;
        floats[4] = item.innerPx;
        floats[5] = item.outerPx;
        modulate(address, black, item.alpha);
        return true;
    }
  }

  function writeSprite(item: DisplayItem & { kind: 'sprite' }, address: number): boolean {
    const original = images.get(item.image);
    let scaleX = item.scale / original.density;
    let scaleY = (item.scaleY ?? item.scale) / original.density;
    const still = item.still && !item.rotation;
    const image = still ? images.resized(item.image, scaleX, scaleY) : original;
    if (!image) return false;
    if (still) [scaleX, scaleY] = [1, 1];
    const { ints, floats } = blank(item, address);
    const sin = item.rotation ? Math.sin(item.rotation) : 0;
    const cos = item.rotation ? Math.cos(item.rotation) : 1;
    const originX = scaleX * (item.origin?.x ?? 0.5) * image.width;
    const originY = scaleY * (item.origin?.y ?? 0.5) * image.height;
    const x = item.at.x - (cos * originX - sin * originY);
    const y = item.at.y - (sin * originX + cos * originY);
    ints[1] = image.address;
    floats[2] = cos * scaleX;
    floats[3] = sin * scaleX;
    floats[4] = -sin * scaleY;
    floats[5] = cos * scaleY;
    floats[6] = still ? Math.round(x) : x;
    floats[7] = still ? Math.round(y) : y;
    modulate(address, item.tint ?? white, item.alpha ?? 1);
    const crop = item.crop ?? whole;
    floats[10] = crop.left * image.width;
    floats[11] = crop.top * image.height;
    floats[12] = (crop.left + crop.width) * image.width;
    floats[13] = (crop.top + crop.height) * image.height;
    return true;
  }

  /** An empty record of the item's kind. */
  function blank(item: DisplayItem, address: number): { ints: Int32Array; floats: Float32Array } {
    const ints = new Int32Array(kernel.memory.buffer, address, writtenBytes / 4);
    const floats = new Float32Array(kernel.memory.buffer, address, writtenBytes / 4);
    ints.fill(0);
    ints[0] = kinds[item.kind] | ('additive' in item && item.additive ? 0x100 : 0);
    return { ints, floats };
  }

  /** Four fractions of 32767: the tint times alpha, and alpha. Shapes have no picture, so theirs is the colour itself. */
  function modulate(address: number, tint: Rgb, alpha: number): void {
    const lanes = new Int16Array(kernel.memory.buffer, address + 32, 4);
    const strength = full * Math.max(0, Math.min(1, alpha));
    lanes[0] = Math.round((tint.r / 255) * strength);
    lanes[1] = Math.round((tint.g / 255) * strength);
    lanes[2] = Math.round((tint.b / 255) * strength);
    lanes[3] = Math.round(strength);
  }

  return {
    width,
    height,
    setImage: images.set,
    removeImage: images.remove,
    compose,
    rgba: () => ({
      pixels: bytes(kernel.frameAddress(), tilesAcross * 64 * Math.ceil(height / 16) * 16),
      strideBytes: tilesAcross * 64,
    }),
    i420() {
      if (!inPlanes) kernel.toI420(planes);
      inPlanes = true;
      return bytes(planes, planesBytes);
    },
    changedTiles: () => bytes(kernel.dirtyAddress(), tiles),
  };
}

const white: Rgb = { r: 255, g: 255, b: 255 };
const black: Rgb = { r: 0, g: 0, b: 0 };
const whole = { left: 0, top: 0, width: 1, height: 1 };
