import type { Rgb } from '../osu/units.ts';
import type { DisplayItem, DisplayList, SpriteItem } from '../scene/index.ts';
import type { BodyCache, MeasuredBody } from './body-cache.ts';
import { createBodyMerge } from './body-merge.ts';
import type { BodyOutlines } from './body-outline.ts';
import type { Images, Original } from './images.ts';
import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';
import { type StampBox, stampBoxOf } from './stamp-box.ts';
import type { Stamps } from './stamps.ts';

/** Display lists as the kernel reads them: one record an item, and one more for each moment of what moves. */
export interface Records {
  /** Good until the next list is written. */
  write(list: DisplayList): { readonly address: number; readonly count: number };
}

/** The kernel keeps its own notes behind the 64 bytes that are written here. */
const recordBytes = 192;
const writtenBytes = 64;
const kinds = { sprite: 0, body: 1, fill: 2, pie: 3, spotlight: 4, moment: 5, motion: 6 } as const;
const additive = 0x100;
const gathered = 0x200;
const full = 32_767;

export function createRecords(room: {
  kernel: Kernel;
  memory: Memory;
  bodies: BodyCache;
  outlines: BodyOutlines;
  images: Images;
  stamps: Stamps;
}): Records {
  const { kernel, memory, bodies, outlines, images, stamps } = room;
  const merge = createBodyMerge(room);
  let capacity = 512;
  let address = memory.allocate(capacity * recordBytes);
  // The kernel's whole memory. Views are costly to make, and a frame has hundreds of items.
  let ints = new Int32Array(0);
  let floats = new Float32Array(0);
  let lanes = new Int16Array(0);

  function write(list: DisplayList): { address: number; count: number } {
    const items = outlines.shown(list.items);
    const cuts = merge.cut(items);
    const wanted = items.reduce((sum, item) => sum + (cuts.get(item)?.length ?? recordsOf(item)), 0);
    if (wanted > capacity) {
      memory.free(address);
      capacity = wanted * 2;
      address = memory.allocate(capacity * recordBytes);
    }
    let count = 0;
    for (const item of items) {
      const parts = cuts.get(item);
      if (parts) for (const { measured, alpha } of parts) writeMeasured(measured, alpha, placeOf(count++));
      else if (item.kind === 'motion') count = writeMotion(item, count);
      else if (item.kind === 'streak') count = writeStreak(item, count);
      else if (writeItem(item, placeOf(count))) count++;
    }
    return { address, count };
  }

  /** Where a record lies, counted in fours of bytes. */
  function placeOf(record: number): number {
    return (address + record * recordBytes) / 4;
  }

  /** Writes all moments and then the motion that shows them; returns how many records there are with it. */
  function writeMotion({ image, looks }: DisplayItem & { kind: 'motion' }, first: number): number {
    let count = first;
    for (const look of looks) {
      if (look === null || !writeLight({ kind: 'sprite', image, ...look }, placeOf(count), kinds.moment | gathered))
        continue;
      ints[placeOf(count) + 15]! ^= looks.length << 24;
      count++;
    }
    return endMotion(first, count, looks.length);
  }

  /** Stamps the sprites once, and then the moments are copies of that. */
  function writeStreak({ sprites, path }: DisplayItem & { kind: 'streak' }, first: number): number {
    const box = stampBoxOf(sprites, images);
    const image = stamps.roomFor(box.width, box.height);
    if (image === null) return writePlain(sprites, first);
    const identity = makeStamp(sprites, { image, box, first });
    let count = first;
    for (const point of path) {
      if (point === null) continue;
      const at = placeOf(count++);
      beginEmpty(at, kinds.moment | gathered);
      ints[at + 1] = image;
      floats[at + 2] = floats[at + 5] = 1;
      floats[at + 6] = box.left + nearest(point.x);
      floats[at + 7] = box.top + nearest(point.y);
      modulate(at, white, 1);
      floats[at + 12] = box.width;
      floats[at + 13] = box.height;
      ints[at + 15] = identity ^ path.length;
    }
    return endMotion(first, count, path.length);
  }

  /** Writes the motion that shows the moments before it; returns how many records there are with it. */
  function endMotion(first: number, end: number, moments: number): number {
    if (end === first) return first;
    const at = placeOf(end);
    beginEmpty(at, kinds.motion);
    ints[at + 1] = end - first;
    ints[at + 15] = moments;
    return end + 1;
  }

  /** Has the kernel put sprites together; their records lie, for that long, where those of the moments will. */
  function makeStamp(
    sprites: readonly SpriteItem[],
    { image, box, first }: { image: number; box: StampBox; first: number },
  ): number {
    let count = 0;
    for (const sprite of sprites) {
      const at = { x: sprite.at.x - box.left, y: sprite.at.y - box.top };
      if (writeLight({ ...sprite, at }, placeOf(first + count), kinds.sprite)) count++;
    }
    return kernel.makeStamp(image, box.width, box.height, address + first * recordBytes, count);
  }

  function writePlain(sprites: readonly SpriteItem[], first: number): number {
    let count = first;
    for (const sprite of sprites) if (writeItem(sprite, placeOf(count))) count++;
    return count;
  }

  /** A sprite among others that are put together before they are blended: what covers nothing adds to what lies below. */
  function writeLight(sprite: SpriteItem, at: number, kind: number): boolean {
    const written = writeSprite(sprite, at, kind);
    if (written && sprite.additive) lanes[alphaLane(at)] = 0;
    return written;
  }

  /** Writes a record, whose layout is the kernel's, at a place counted in fours of bytes; false if there is none. */
  function writeItem(item: Exclude<DisplayItem, { kind: 'motion' | 'streak' }>, at: number): boolean {
    switch (item.kind) {
      case 'sprite':
        return writeSprite(item, at, kinds.sprite | (item.additive ? additive : 0));
      case 'body':
        return writeBody(item, at);
      case 'fill':
        beginEmpty(at, kinds.fill | (item.additive ? additive : 0));
        floats[at + 2] = item.rect.left;
        floats[at + 3] = item.rect.top;
        floats[at + 4] = item.rect.left + item.rect.width;
        floats[at + 5] = item.rect.top + item.rect.height;
        modulate(at, item.colour, item.alpha ?? 1);
        return true;
      case 'pie':
        beginEmpty(at, kinds.pie | (item.additive ? additive : 0));
        floats[at + 2] = item.at.x;
        floats[at + 3] = item.at.y;
        floats[at + 4] = item.radiusPx;
        floats[at + 5] = item.sweep;
        modulate(at, item.colour, item.alpha ?? 1);
        return true;
      case 'spotlight':
        beginEmpty(at, kinds.spotlight);
        floats[at + 2] = item.at.x;
        floats[at + 3] = item.at.y;
        floats[at + 4] = item.innerPx;
        floats[at + 5] = item.outerPx;
        modulate(at, black, item.alpha);
        return true;
    }
  }

  function writeSprite(item: SpriteItem, at: number, kind: number): boolean {
    const original = images.get(item.image);
    const copy = copyFor(item, original);
    if (copy === 'no pixel') return false;
    const ownSize = copy !== 'no room' && !item.sweep;
    const still = ownSize && item.still;
    const image = copy !== 'no room' ? copy : original;
    const scaleX = ownSize ? 1 : item.scale / image.density;
    const scaleY = ownSize ? 1 : (item.scaleY ?? item.scale) / image.density;
    const sin = item.rotation ? Math.sin(item.rotation) : 0;
    const cos = item.rotation ? Math.cos(item.rotation) : 1;
    const { width, height } = image;
    const originX = scaleX * (item.origin?.x ?? 0.5) * width;
    const originY = scaleY * (item.origin?.y ?? 0.5) * height;
    const x = item.at.x - (cos * originX - sin * originY);
    const y = item.at.y - (sin * originX + cos * originY);
    begin(at, kind);
    ints[at + 1] = image.address;
    floats[at + 2] = cos * scaleX;
    floats[at + 3] = sin * scaleX;
    floats[at + 4] = -sin * scaleY;
    floats[at + 5] = cos * scaleY;
    floats[at + 6] = still ? Math.round(x) : x;
    floats[at + 7] = still ? Math.round(y) : y;
    modulate(at, item.tint ?? white, item.alpha ?? 1);
    const crop = item.crop ?? whole;
    floats[at + 10] = crop.left * width;
    floats[at + 11] = crop.top * height;
    floats[at + 12] = (crop.left + crop.width) * width;
    floats[at + 13] = (crop.top + crop.height) * height;
    ints[at + 14] = 0;
    ints[at + 15] = image.id;
    return true;
  }

  /** The copy that a sprite is painted from: where it keeps its size, and where it turns. */
  function copyFor({ scale, scaleY = scale, rotation, still, steady, sweep }: SpriteItem, original: Original) {
    const { density, isPlain } = original;
    if (sweep) return images.smeared(original, scale / density, sweep);
    if ((still || steady) && !rotation && !isPlain) return images.resized(original, scale / density, scaleY / density);
    return 'no room';
  }

  function writeBody(item: DisplayItem & { kind: 'body' }, at: number): boolean {
    const measured = bodies.measure(item.body, item.from, item.to);
    if (!measured) return false;
    writeMeasured(measured, item.alpha, at);
    return true;
  }

  function writeMeasured(measured: MeasuredBody, alpha: number, at: number): void {
    beginEmpty(at, kinds.body);
    ints[at + 1] = measured.field;
    ints[at + 2] = measured.box.left;
    ints[at + 3] = measured.box.top;
    ints[at + 4] = measured.box.width;
    ints[at + 5] = measured.box.height;
    modulate(at, white, alpha);
    ints[at + 10] = measured.stamps;
    ints[at + 14] = measured.shades;
    ints[at + 15] = measured.id;
  }

  /** Begins a record of which not every field will be written. */
  function beginEmpty(at: number, kind: number): void {
    begin(at, kind);
    for (let i = at + 1; i < at + writtenBytes / 4; i++) ints[i] = 0;
  }

  /** Begins a record. What measuring a body or making a copy moved is found again here, so those come before. */
  function begin(at: number, kind: number): void {
    // Memory that has grown is another buffer, and views of the one before have lost their length.
    if (ints.length === 0) {
      const { buffer } = kernel.memory;
      ints = new Int32Array(buffer as ArrayBuffer);
      floats = new Float32Array(buffer as ArrayBuffer);
      lanes = new Int16Array(buffer as ArrayBuffer);
    }
    ints[at] = kind;
  }

  /** Four fractions of 32767: the tint times alpha, and alpha. Shapes have no picture, so theirs is the colour itself. */
  function modulate(at: number, tint: Rgb, alpha: number): void {
    const lane = at * 2 + 16;
    const strength = full * Math.max(0, Math.min(1, alpha));
    lanes[lane] = Math.round((tint.r / 255) * strength);
    lanes[lane + 1] = Math.round((tint.g / 255) * strength);
    lanes[lane + 2] = Math.round((tint.b / 255) * strength);
    lanes[alphaLane(at)] = Math.round(strength);
  }

  return { write };
}

/** How many records an item takes at most. */
function recordsOf(item: DisplayItem): number {
  if (item.kind === 'motion') return item.looks.length + 1;
  if (item.kind === 'streak') return Math.max(item.path.length, item.sprites.length) + 1;
  return 1;
}

/** To the nearest whole number, halves away from 0, so that to and fro are the same. */
const nearest = (offset: number) => Math.sign(offset) * Math.round(Math.abs(offset));

const alphaLane = (at: number) => at * 2 + 19;
const white: Rgb = { r: 255, g: 255, b: 255 };
const black: Rgb = { r: 0, g: 0, b: 0 };
const whole = { left: 0, top: 0, width: 1, height: 1 };
