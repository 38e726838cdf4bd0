import type { Rgb } from '../../game/units.ts';
import { type BodyLook, type DisplayItem, type DisplayList, type SpriteItem, spriteItem } from '../scene/index.ts';
import type { BodyCache, MeasuredBody } from './body/body-cache.ts';
import { type BodyMerge, createBodyMerge } from './body/body-merge.ts';
import type { BodyOutlines } from './body/body-outline.ts';
import type { FlattenedImages } from './flattened-images.ts';
import type { Images, Original } from './images.ts';
import type { Kernel } from './kernel.ts';
import {
  blendAccumulate,
  blendAdd,
  blendModeShift,
  bodyField,
  bodyHeight,
  bodyKind,
  bodyLeft,
  bodyShades,
  bodyTileVersions,
  bodyTop,
  bodyWidth,
  fillBottom,
  fillKind,
  fillLeft,
  fillRight,
  fillTop,
  identityWord,
  momentKind,
  motionKind,
  motionMoments,
  motionRecords,
  pieKind,
  pieRadius,
  pieSweep,
  pieX,
  pieY,
  spotlightInnerRadius,
  spotlightKind,
  spotlightOuterRadius,
  spotlightX,
  spotlightY,
  spriteA,
  spriteB,
  spriteC,
  spriteCropBottom,
  spriteCropLeft,
  spriteCropRight,
  spriteCropTop,
  spriteD,
  spriteImage,
  spriteKind,
  spriteTx,
  spriteTy,
  spriteUnused,
} from './layout.ts';
import type { Memory } from './memory.ts';
import { RecordBuffer } from './record-buffer.ts';
import { type SpriteBounds, spriteBounds } from './sprite-bounds.ts';

/** Writes display lists as the kernel reads them: one record per item, and one per moment of a moving item. */
export interface Records {
  /** Writes a list. The result is valid until the next list is written. */
  write(list: DisplayList): { readonly address: number; readonly count: number };
}

interface RecordSources {
  readonly kernel: Kernel;
  readonly memory: Memory;
  readonly bodies: BodyCache;
  readonly outlines: BodyOutlines;
  readonly images: Images;
  readonly flattenedImages: FlattenedImages;
}

type BodyItem = DisplayItem & { kind: 'body' };
type Shape = DisplayItem & { kind: 'fill' | 'pie' | 'spotlight' };
type ClippedBodies = ReturnType<BodyMerge['clip']>;

const additive = blendAdd << blendModeShift;
const moment = momentKind | (blendAccumulate << blendModeShift);

export function createRecords(sources: RecordSources): Records {
  return new RecordWriter(sources);
}

/** A class, because the engine reuses its compiled methods for every render; closures are compiled anew each time. */
class RecordWriter implements Records {
  private readonly kernel: Kernel;
  private readonly bodies: BodyCache;
  private readonly outlines: BodyOutlines;
  private readonly images: Images;
  private readonly flattenedImages: FlattenedImages;
  private readonly merge: BodyMerge;
  private readonly buffer: RecordBuffer;

  constructor(sources: RecordSources) {
    this.kernel = sources.kernel;
    this.bodies = sources.bodies;
    this.outlines = sources.outlines;
    this.images = sources.images;
    this.flattenedImages = sources.flattenedImages;
    this.merge = createBodyMerge(sources);
    this.buffer = new RecordBuffer(sources.kernel, sources.memory);
  }

  write(list: DisplayList): { address: number; count: number } {
    const items = this.outlines.withoutHiddenBodies(list.items);
    const clipped = this.merge.clip(items);
    let maxCount = 0;
    for (const item of items) maxCount += maxRecordsOf(item, clipped);
    this.buffer.reserve(maxCount);
    let count = 0;
    for (const item of items) count = this.writeItem(item, clipped, count);
    return { address: this.buffer.addressOf(0), count };
  }

  /** Writes the records of an item from record `first` on, and returns the number of records after it. */
  private writeItem(item: DisplayItem, clipped: ClippedBodies, first: number): number {
    switch (item.kind) {
      case 'sprite':
        return this.writeSprite(item, this.buffer.wordOf(first), kindOf(item)) ? first + 1 : first;
      case 'motion':
        return this.writeMotion(item, first);
      case 'streak':
        return this.writeStreak(item, first);
      case 'body':
        return this.writeBody(item, clipped, first);
      default:
        this.writeShape(item, this.buffer.wordOf(first));
        return first + 1;
    }
  }

  /** Writes all moments of a sprite, and then the motion record that blends their mean. */
  private writeMotion({ image, looks }: DisplayItem & { kind: 'motion' }, first: number): number {
    let count = first;
    for (const look of looks) {
      if (look === null) continue;
      const at = this.buffer.wordOf(count);
      if (!this.writeLayer(spriteItem(look.image ?? image, look), at, moment)) continue;
      this.buffer.mixIdentity(at, looks.length << 24);
      count++;
    }
    return this.endMotion(first, count, looks.length);
  }

  /** Flattens the sprites into one image, which is then painted at every moment. */
  private writeStreak({ sprites, path }: DisplayItem & { kind: 'streak' }, first: number): number {
    const { buffer } = this;
    const bounds = spriteBounds(sprites, this.images);
    const image = this.flattenedImages.allocate(bounds.width, bounds.height);
    if (image === null) return this.writeUnblurred(sprites, first);
    const identity = this.flatten(sprites, { image, bounds, first });
    let count = first;
    for (const point of path) {
      if (point === null) continue;
      const at = buffer.wordOf(count++);
      buffer.beginEmpty(at, moment);
      const { ints, floats } = buffer;
      ints[at + spriteImage] = image;
      floats[at + spriteA] = 1;
      floats[at + spriteD] = 1;
      floats[at + spriteTx] = bounds.left + roundAwayFromZero(point.x);
      floats[at + spriteTy] = bounds.top + roundAwayFromZero(point.y);
      buffer.setTint(at, white, 1);
      floats[at + spriteCropRight] = bounds.width;
      floats[at + spriteCropBottom] = bounds.height;
      ints[at + identityWord] = identity ^ path.length;
    }
    return this.endMotion(first, count, path.length);
  }

  /** Has the kernel flatten sprites into an image. Their records lie where the records of the moments will be. */
  private flatten(
    sprites: readonly SpriteItem[],
    { image, bounds, first }: { image: number; bounds: SpriteBounds; first: number },
  ): number {
    let count = 0;
    for (const sprite of sprites) {
      const at = { x: sprite.at.x - bounds.left, y: sprite.at.y - bounds.top };
      if (this.writeLayer({ ...sprite, at }, this.buffer.wordOf(first + count), spriteKind)) count++;
    }
    return this.kernel.flattenSprites(image, bounds.width, bounds.height, this.buffer.addressOf(first), count);
  }

  /** Writes the motion record that blends the moments before it. */
  private endMotion(first: number, end: number, moments: number): number {
    if (end === first) return first;
    const at = this.buffer.wordOf(end);
    this.buffer.beginEmpty(at, motionKind);
    this.buffer.ints[at + motionRecords] = end - first;
    this.buffer.ints[at + motionMoments] = moments;
    return end + 1;
  }

  private writeUnblurred(sprites: readonly SpriteItem[], first: number): number {
    let count = first;
    for (const sprite of sprites) if (this.writeSprite(sprite, this.buffer.wordOf(count), kindOf(sprite))) count++;
    return count;
  }

  /** Writes a sprite that is combined with others before they are blended: an additive one adds light to those below. */
  private writeLayer(sprite: SpriteItem, at: number, kind: number): boolean {
    const isWritten = this.writeSprite(sprite, at, kind);
    if (isWritten && sprite.additive) this.buffer.clearAlpha(at);
    return isWritten;
  }

  /** Returns false if the sprite has no visible pixel. */
  private writeSprite(item: SpriteItem, at: number, kind: number): boolean {
    const original = this.images.get(item.image);
    const copy = this.copyFor(item, original);
    if (copy === 'no pixel') return false;
    const hasOwnSize = copy !== 'no space' && !item.sweep;
    const isAligned = hasOwnSize && item.still;
    const image = copy !== 'no space' ? copy : original;
    const scaleX = hasOwnSize ? 1 : item.scale / image.density;
    const scaleY = hasOwnSize ? 1 : (item.scaleY ?? item.scale) / image.density;
    const rotation = hasOwnSize ? 0 : (item.rotation ?? 0);
    const sin = rotation ? Math.sin(rotation) : 0;
    const cos = rotation ? Math.cos(rotation) : 1;
    const { width, height } = image;
    const { origin, crop } = hasOwnSize ? withinCopy(item) : item;
    const originX = scaleX * (origin?.x ?? 0.5) * width;
    const originY = scaleY * (origin?.y ?? 0.5) * height;
    const x = item.at.x - (cos * originX - sin * originY);
    const y = item.at.y - (sin * originX + cos * originY);
    this.buffer.begin(at, kind);
    const { ints, floats } = this.buffer;
    ints[at + spriteImage] = image.address;
    floats[at + spriteA] = cos * scaleX;
    floats[at + spriteB] = sin * scaleX;
    floats[at + spriteC] = -sin * scaleY;
    floats[at + spriteD] = cos * scaleY;
    floats[at + spriteTx] = isAligned ? Math.round(x) : x;
    floats[at + spriteTy] = isAligned ? Math.round(y) : y;
    this.buffer.setTint(at, item.tint ?? white, item.alpha ?? 1);
    const { left, top, width: cropWidth, height: cropHeight } = crop ?? uncropped;
    floats[at + spriteCropLeft] = left * width;
    floats[at + spriteCropTop] = top * height;
    floats[at + spriteCropRight] = (left + cropWidth) * width;
    floats[at + spriteCropBottom] = (top + cropHeight) * height;
    ints[at + spriteUnused] = 0;
    ints[at + identityWord] = image.id;
    return true;
  }

  /** Returns the copy that a sprite of constant size, one that stands at an angle, or one with spin blur is painted from. */
  private copyFor(item: SpriteItem, original: Original) {
    const { scale, scaleY = scale, rotation, still, steady, sweep } = item;
    const { density, isOneColour } = original;
    if (sweep) return this.images.spinBlurred(original, scale / density, sweep);
    if (isOneColour) return 'no space';
    if (!rotation)
      return still || steady ? this.images.resized(original, scale / density, scaleY / density) : 'no space';
    if (hasRotatedCopies(item, original))
      return this.images.rotated(original, { x: scale / density, y: scaleY / density }, rotation);
    return 'no space';
  }

  private writeBody(item: BodyItem, clipped: ClippedBodies, first: number): number {
    let count = first;
    const parts = clipped.get(item);
    const measured = parts ? null : this.bodies.measure(item.body, item.from, item.to);
    if (measured) this.writeMeasured(measured, item, this.buffer.wordOf(count++));
    if (parts) for (const part of parts) this.writeMeasured(part.measured, part, this.buffer.wordOf(count++));
    return count;
  }

  private writeMeasured(measured: MeasuredBody, { tint, alpha }: Pick<BodyLook, 'tint' | 'alpha'>, at: number): void {
    this.buffer.beginEmpty(at, bodyKind);
    const { ints } = this.buffer;
    ints[at + bodyField] = measured.field;
    ints[at + bodyLeft] = measured.box.left;
    ints[at + bodyTop] = measured.box.top;
    ints[at + bodyWidth] = measured.box.width;
    ints[at + bodyHeight] = measured.box.height;
    this.buffer.setTint(at, tint ?? white, alpha);
    ints[at + bodyTileVersions] = measured.tileVersions;
    ints[at + bodyShades] = measured.shades;
    ints[at + identityWord] = measured.id;
  }

  private writeShape(item: Shape, at: number): void {
    const { buffer } = this;
    switch (item.kind) {
      case 'fill': {
        buffer.beginEmpty(at, fillKind | (item.additive ? additive : 0));
        const { floats } = buffer;
        floats[at + fillLeft] = item.rect.left;
        floats[at + fillTop] = item.rect.top;
        floats[at + fillRight] = item.rect.left + item.rect.width;
        floats[at + fillBottom] = item.rect.top + item.rect.height;
        buffer.setTint(at, item.colour, item.alpha ?? 1);
        break;
      }
      case 'pie': {
        buffer.beginEmpty(at, pieKind | (item.additive ? additive : 0));
        const { floats } = buffer;
        floats[at + pieX] = item.at.x;
        floats[at + pieY] = item.at.y;
        floats[at + pieRadius] = item.radiusPx;
        floats[at + pieSweep] = item.sweep;
        buffer.setTint(at, item.colour, item.alpha ?? 1);
        break;
      }
      case 'spotlight': {
        buffer.beginEmpty(at, spotlightKind);
        const { floats } = buffer;
        floats[at + spotlightX] = item.at.x;
        floats[at + spotlightY] = item.at.y;
        floats[at + spotlightInnerRadius] = item.innerPx;
        floats[at + spotlightOuterRadius] = item.outerPx;
        buffer.setTint(at, black, item.alpha);
      }
    }
  }
}

/**
 * Stamps of a trail stand at the angle that the cursor had: hundreds in a frame, at a few angles. Storyboard images are
 * sharp; a copy would soften their edges, and they may rotate in every frame.
 */
function hasRotatedCopies({ still, origin, crop }: SpriteItem, { isSharp }: Original): boolean {
  return still === true && !isSharp && origin === undefined && crop === undefined;
}

/** Returns where the origin and the visible part of a sprite lie in its copy: a negative scale mirrors the copy itself. */
function withinCopy(item: SpriteItem): Pick<SpriteItem, 'origin' | 'crop'> {
  const { scale, scaleY = scale, origin, crop } = item;
  const isMirroredX = scale < 0;
  const isMirroredY = scaleY < 0;
  if (!isMirroredX && !isMirroredY) return item;
  return {
    origin: origin && { x: isMirroredX ? 1 - origin.x : origin.x, y: isMirroredY ? 1 - origin.y : origin.y },
    crop: crop && {
      ...crop,
      left: isMirroredX ? 1 - crop.left - crop.width : crop.left,
      top: isMirroredY ? 1 - crop.top - crop.height : crop.top,
    },
  };
}

const kindOf = (sprite: SpriteItem) => spriteKind | (sprite.additive ? additive : 0);

/** Returns an upper bound for the number of records of an item. */
function maxRecordsOf(item: DisplayItem, clipped: ClippedBodies): number {
  if (item.kind === 'body') return clipped.get(item)?.length ?? 1;
  if (item.kind === 'motion') return item.looks.length + 1;
  if (item.kind === 'streak') return Math.max(item.path.length, item.sprites.length) + 1;
  return 1;
}

/** Rounds halves away from zero, so that opposite directions are symmetric. */
const roundAwayFromZero = (offset: number) => Math.sign(offset) * Math.round(Math.abs(offset));

const white: Rgb = { r: 255, g: 255, b: 255 };
const black: Rgb = { r: 0, g: 0, b: 0 };
const uncropped = { left: 0, top: 0, width: 1, height: 1 };
