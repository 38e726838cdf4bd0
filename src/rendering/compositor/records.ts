import type { Rgb } from '../../game/units.ts';
import type { DisplayItem, DisplayList, SpriteItem } from '../scene/index.ts';
import type { BodyCache, MeasuredBody } from './body-cache.ts';
import { type BodyMerge, createBodyMerge } from './body-merge.ts';
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

type BodyItem = DisplayItem & { kind: 'body' };
type Shape = DisplayItem & { kind: 'fill' | 'pie' | 'spotlight' };
type Cuts = ReturnType<BodyMerge['cut']>;

interface Room {
  readonly kernel: Kernel;
  readonly memory: Memory;
  readonly bodies: BodyCache;
  readonly outlines: BodyOutlines;
  readonly images: Images;
  readonly stamps: Stamps;
}

export function createRecords(room: Room): Records {
  return new RecordWriter(room);
}

/** A class, so that what the engine has compiled for one show serves the next: closures are compiled anew for each. */
class RecordWriter implements Records {
  private readonly kernel: Kernel;
  private readonly memory: Memory;
  private readonly bodies: BodyCache;
  private readonly outlines: BodyOutlines;
  private readonly images: Images;
  private readonly stamps: Stamps;
  private readonly merge: BodyMerge;
  private capacity = 512;
  private address: number;
  // The kernel's whole memory. Views are costly to make, and a frame has hundreds of items.
  private ints = new Int32Array(0);
  private floats = new Float32Array(0);
  private lanes = new Int16Array(0);

  constructor(room: Room) {
    this.kernel = room.kernel;
    this.memory = room.memory;
    this.bodies = room.bodies;
    this.outlines = room.outlines;
    this.images = room.images;
    this.stamps = room.stamps;
    this.merge = createBodyMerge(room);
    this.address = room.memory.allocate(this.capacity * recordBytes);
  }

  write(list: DisplayList): { address: number; count: number } {
    const items = this.outlines.shown(list.items);
    const cuts = this.merge.cut(items);
    let wanted = 0;
    for (const item of items) wanted += recordsOf(item, cuts);
    if (wanted > this.capacity) {
      this.memory.free(this.address);
      this.capacity = wanted * 2;
      this.address = this.memory.allocate(this.capacity * recordBytes);
    }
    let count = 0;
    for (const item of items) count = this.writeItem(item, cuts, count);
    return { address: this.address, count };
  }

  /** Where a record lies, counted in fours of bytes. */
  private placeOf(record: number): number {
    return (this.address + record * recordBytes) / 4;
  }

  /** Writes all moments and then the motion that shows them; returns how many records there are with it. */
  private writeMotion({ image, looks }: DisplayItem & { kind: 'motion' }, first: number): number {
    let count = first;
    for (const look of looks) {
      if (
        look === null ||
        !this.writeLight({ kind: 'sprite', image, ...look }, this.placeOf(count), kinds.moment | gathered)
      )
        continue;
      this.ints[this.placeOf(count) + 15]! ^= looks.length << 24;
      count++;
    }
    return this.endMotion(first, count, looks.length);
  }

  /** Stamps the sprites once, and then the moments are copies of that. */
  private writeStreak({ sprites, path }: DisplayItem & { kind: 'streak' }, first: number): number {
    const box = stampBoxOf(sprites, this.images);
    const image = this.stamps.roomFor(box.width, box.height);
    if (image === null) return this.writePlain(sprites, first);
    const identity = this.makeStamp(sprites, { image, box, first });
    let count = first;
    for (const point of path) {
      if (point === null) continue;
      const at = this.placeOf(count++);
      this.beginEmpty(at, kinds.moment | gathered);
      this.ints[at + 1] = image;
      this.floats[at + 2] = this.floats[at + 5] = 1;
      this.floats[at + 6] = box.left + nearest(point.x);
      this.floats[at + 7] = box.top + nearest(point.y);
      this.modulate(at, white, 1);
      this.floats[at + 12] = box.width;
      this.floats[at + 13] = box.height;
      this.ints[at + 15] = identity ^ path.length;
    }
    return this.endMotion(first, count, path.length);
  }

  /** Writes the motion that shows the moments before it; returns how many records there are with it. */
  private endMotion(first: number, end: number, moments: number): number {
    if (end === first) return first;
    const at = this.placeOf(end);
    this.beginEmpty(at, kinds.motion);
    this.ints[at + 1] = end - first;
    this.ints[at + 15] = moments;
    return end + 1;
  }

  /** Has the kernel put sprites together; their records lie, for that long, where those of the moments will. */
  private makeStamp(
    sprites: readonly SpriteItem[],
    { image, box, first }: { image: number; box: StampBox; first: number },
  ): number {
    let count = 0;
    for (const sprite of sprites) {
      const at = { x: sprite.at.x - box.left, y: sprite.at.y - box.top };
      if (this.writeLight({ ...sprite, at }, this.placeOf(first + count), kinds.sprite)) count++;
    }
    return this.kernel.makeStamp(image, box.width, box.height, this.address + first * recordBytes, count);
  }

  private writePlain(sprites: readonly SpriteItem[], first: number): number {
    let count = first;
    for (const sprite of sprites) if (this.writeSprite(sprite, this.placeOf(count), kindOf(sprite))) count++;
    return count;
  }

  /** A sprite among others that are put together before they are blended: what covers nothing adds to what lies below. */
  private writeLight(sprite: SpriteItem, at: number, kind: number): boolean {
    const written = this.writeSprite(sprite, at, kind);
    if (written && sprite.additive) this.lanes[alphaLane(at)] = 0;
    return written;
  }

  /** Writes the records of an item, whose layout is the kernel's; returns how many there are with them. */
  private writeItem(item: DisplayItem, cuts: Cuts, first: number): number {
    switch (item.kind) {
      case 'sprite':
        return this.writeSprite(item, this.placeOf(first), kindOf(item)) ? first + 1 : first;
      case 'motion':
        return this.writeMotion(item, first);
      case 'streak':
        return this.writeStreak(item, first);
      case 'body':
        return this.writeBody(item, cuts, first);
      default:
        this.writeShape(item, this.placeOf(first));
        return first + 1;
    }
  }

  private writeShape(item: Shape, at: number): void {
    switch (item.kind) {
      case 'fill':
        this.beginEmpty(at, kinds.fill | (item.additive ? additive : 0));
        this.floats[at + 2] = item.rect.left;
        this.floats[at + 3] = item.rect.top;
        this.floats[at + 4] = item.rect.left + item.rect.width;
        this.floats[at + 5] = item.rect.top + item.rect.height;
        this.modulate(at, item.colour, item.alpha ?? 1);
        break;
      case 'pie':
        this.beginEmpty(at, kinds.pie | (item.additive ? additive : 0));
        this.floats[at + 2] = item.at.x;
        this.floats[at + 3] = item.at.y;
        this.floats[at + 4] = item.radiusPx;
        this.floats[at + 5] = item.sweep;
        this.modulate(at, item.colour, item.alpha ?? 1);
        break;
      case 'spotlight':
        this.beginEmpty(at, kinds.spotlight);
        this.floats[at + 2] = item.at.x;
        this.floats[at + 3] = item.at.y;
        this.floats[at + 4] = item.innerPx;
        this.floats[at + 5] = item.outerPx;
        this.modulate(at, black, item.alpha);
    }
  }

  private writeSprite(item: SpriteItem, at: number, kind: number): boolean {
    const original = this.images.get(item.image);
    const copy = this.copyFor(item, original);
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
    this.begin(at, kind);
    const { ints, floats } = this;
    ints[at + 1] = image.address;
    floats[at + 2] = cos * scaleX;
    floats[at + 3] = sin * scaleX;
    floats[at + 4] = -sin * scaleY;
    floats[at + 5] = cos * scaleY;
    floats[at + 6] = still ? Math.round(x) : x;
    floats[at + 7] = still ? Math.round(y) : y;
    this.modulate(at, item.tint ?? white, item.alpha ?? 1);
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
  private copyFor({ scale, scaleY = scale, rotation, still, steady, sweep }: SpriteItem, original: Original) {
    const { density, isPlain } = original;
    if (sweep) return this.images.smeared(original, scale / density, sweep);
    if ((still || steady) && !rotation && !isPlain)
      return this.images.resized(original, scale / density, scaleY / density);
    return 'no room';
  }

  private writeBody(item: BodyItem, cuts: Cuts, first: number): number {
    let count = first;
    const parts = cuts.get(item);
    const measured = parts ? null : this.bodies.measure(item.body, item.from, item.to);
    if (measured) this.writeMeasured(measured, item.alpha, this.placeOf(count++));
    if (parts) for (const part of parts) this.writeMeasured(part.measured, part.alpha, this.placeOf(count++));
    return count;
  }

  private writeMeasured(measured: MeasuredBody, alpha: number, at: number): void {
    this.beginEmpty(at, kinds.body);
    this.ints[at + 1] = measured.field;
    this.ints[at + 2] = measured.box.left;
    this.ints[at + 3] = measured.box.top;
    this.ints[at + 4] = measured.box.width;
    this.ints[at + 5] = measured.box.height;
    this.modulate(at, white, alpha);
    this.ints[at + 10] = measured.stamps;
    this.ints[at + 14] = measured.shades;
    this.ints[at + 15] = measured.id;
  }

  /** Begins a record of which not every field will be written. */
  private beginEmpty(at: number, kind: number): void {
    this.begin(at, kind);
    for (let i = at + 1; i < at + writtenBytes / 4; i++) this.ints[i] = 0;
  }

  /** Begins a record. What measuring a body or making a copy moved is found again here, so those come before. */
  private begin(at: number, kind: number): void {
    // Memory that has grown is another buffer, and views of the one before have lost their length.
    if (this.ints.length === 0) {
      const { buffer } = this.kernel.memory;
      this.ints = new Int32Array(buffer as ArrayBuffer);
      this.floats = new Float32Array(buffer as ArrayBuffer);
      this.lanes = new Int16Array(buffer as ArrayBuffer);
    }
    this.ints[at] = kind;
  }

  /** Four fractions of 32767: the tint times alpha, and alpha. Shapes have no picture, so theirs is the colour itself. */
  private modulate(at: number, tint: Rgb, alpha: number): void {
    const { lanes } = this;
    const lane = at * 2 + 16;
    const strength = full * Math.max(0, Math.min(1, alpha));
    lanes[lane] = Math.round((tint.r / 255) * strength);
    lanes[lane + 1] = Math.round((tint.g / 255) * strength);
    lanes[lane + 2] = Math.round((tint.b / 255) * strength);
    lanes[alphaLane(at)] = Math.round(strength);
  }
}

const kindOf = (sprite: SpriteItem) => kinds.sprite | (sprite.additive ? additive : 0);

/** How many records an item takes at most. */
function recordsOf(item: DisplayItem, cuts: Cuts): number {
  if (item.kind === 'body') return cuts.get(item)?.length ?? 1;
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
