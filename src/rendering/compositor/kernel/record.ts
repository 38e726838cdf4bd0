// A record: what the compositor wrote about a display item (see ../layout.ts), followed by what the kernel derives from it.
// The kernel derives these values once per frame, before it marks tiles, and reads them for every band it paints.

import {
  bodyField,
  bodyHeight,
  bodyLeft,
  bodyShades,
  bodyTileVersions,
  bodyTop,
  bodyWidth,
  fillBottom,
  fillLeft,
  fillRight,
  fillTop,
  fullTint,
  identityWord,
  kindWord,
  motionMoments,
  motionRecords,
  pieRadius,
  pieSweep,
  pieX,
  pieY,
  recordBytes,
  spotlightInnerRadius,
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
  spriteTx,
  spriteTy,
  tintWord,
  writtenWords,
} from '../layout.ts';
import { loopConstant } from './pixels/loop-constant.ts';

/** The written words have the names that sprites give them; the other kinds read theirs through getters. */
@unmanaged
export class Item {
  kind: u8;
  blendMode: u8;
  image: usize;
  a: f32;
  b: f32;
  c: f32;
  d: f32;
  tx: f32;
  ty: f32;
  tint: u64;
  cropLeft: f32;
  cropTop: f32;
  cropRight: f32;
  cropBottom: f32;
  unused: u32;
  identity: u32;

  /** The screen pixels the item can touch; empty if no part of it is visible. */
  boxLeft: i32;
  boxTop: i32;
  boxRight: i32;
  boxBottom: i32;

  /** Whether the tint has full alpha. @inline */
  hasFullAlpha(): bool {
    return this.tint >> 48 === <u64>fullTint;
  }

  /** The tint for two pixels with 16 bits per channel. @inline */
  tint16(): v128 {
    return i64x2.splat(this.tint);
  }

  /** The tint for four pixels with 8 bits per channel. @inline */
  tint8(): v128 {
    const rounded = v128.shr<u16>(v128.add<i16>(this.tint16(), i16x8.splat(64)), 7);
    return loopConstant(i8x16.narrow_i16x8_u(rounded, rounded));
  }

  /** @inline */
  protected intAt(word: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>word) << 2));
  }

  /** @inline */
  protected floatAt(word: i32): f32 {
    return load<f32>(changetype<usize>(this) + ((<usize>word) << 2));
  }
}

if (
  offsetof<Item>('kind') !== kindWord * 4 ||
  offsetof<Item>('image') !== spriteImage * 4 ||
  offsetof<Item>('a') !== spriteA * 4 ||
  offsetof<Item>('b') !== spriteB * 4 ||
  offsetof<Item>('c') !== spriteC * 4 ||
  offsetof<Item>('d') !== spriteD * 4 ||
  offsetof<Item>('tx') !== spriteTx * 4 ||
  offsetof<Item>('ty') !== spriteTy * 4 ||
  offsetof<Item>('tint') !== tintWord * 4 ||
  offsetof<Item>('cropLeft') !== spriteCropLeft * 4 ||
  offsetof<Item>('cropTop') !== spriteCropTop * 4 ||
  offsetof<Item>('cropRight') !== spriteCropRight * 4 ||
  offsetof<Item>('cropBottom') !== spriteCropBottom * 4 ||
  offsetof<Item>('identity') !== identityWord * 4 ||
  offsetof<Item>('boxLeft') !== writtenWords * 4 ||
  offsetof<Sprite>() > <usize>recordBytes
) {
  ERROR('The classes of record.ts do not match layout.ts.');
}

// The methods of painting a sprite, from the cheapest to the most general.
/** At its own size on whole pixels: pixels are copied or blended one to one. */
export const pixelAligned: u32 = 0;
/** At its own size between whole pixels: every pixel is a mean of four with the same weights. */
export const subpixel: u32 = 1;
/** Scaled or mirrored, but not rotated. */
export const scaled: u32 = 2;
/** Under any affine map. */
export const rotated: u32 = 3;
/** An image of one colour, under any affine map. */
export const solidColour: u32 = 4;

@unmanaged
export class Sprite extends Item {
  method: u32;
  /** Hides everything below it, except at its soft edges. */
  hidesBelow: bool;
  /** The level of the image that is painted; see image/image.ts. */
  pixels: usize;
  stride: i32;
  spans: usize;
  width: i32;
  height: i32;
  /** The column table of a scaled sprite that several bands share; 0 until it is reserved. */
  columns: usize;
  /** Maps the centre of screen pixel (x, y) to padded level coordinates: u = ua·x + ub·y + uc, v = va·x + vb·y + vc. */
  ua: f64;
  ub: f64;
  uc: f64;
  va: f64;
  vb: f64;
  vc: f64;
  /** The visible part of the level, in padded level coordinates. */
  minU: f64;
  minV: f64;
  maxU: f64;
  maxV: f64;
  /** The ring of a rotated sprite that contains all visible pixels: radii about the centre of the level, in its pixels. */
  innerRadius: f64;
  outerRadius: f64;
}

@unmanaged
export class Body extends Item {
  /** @inline */
  get field(): usize {
    return this.intAt(bodyField);
  }
  /** The box of the distance field on the screen, in whole tiles. @inline */
  get fieldLeft(): i32 {
    return this.intAt(bodyLeft);
  }
  /** @inline */
  get fieldTop(): i32 {
    return this.intAt(bodyTop);
  }
  /** @inline */
  get fieldWidth(): i32 {
    return this.intAt(bodyWidth);
  }
  /** @inline */
  get fieldHeight(): i32 {
    return this.intAt(bodyHeight);
  }
  /** @inline */
  get tileVersions(): usize {
    return this.intAt(bodyTileVersions);
  }
  /** @inline */
  get shades(): usize {
    return this.intAt(bodyShades);
  }
}

@unmanaged
export class Fill extends Item {
  /** @inline */
  get left(): f32 {
    return this.floatAt(fillLeft);
  }
  /** @inline */
  get top(): f32 {
    return this.floatAt(fillTop);
  }
  /** @inline */
  get right(): f32 {
    return this.floatAt(fillRight);
  }
  /** @inline */
  get bottom(): f32 {
    return this.floatAt(fillBottom);
  }
}

@unmanaged
export class Pie extends Item {
  /** @inline */
  get x(): f32 {
    return this.floatAt(pieX);
  }
  /** @inline */
  get y(): f32 {
    return this.floatAt(pieY);
  }
  /** @inline */
  get radius(): f32 {
    return this.floatAt(pieRadius);
  }
  /** @inline */
  get sweep(): f32 {
    return this.floatAt(pieSweep);
  }
}

@unmanaged
export class Spotlight extends Item {
  /** @inline */
  get x(): f32 {
    return this.floatAt(spotlightX);
  }
  /** @inline */
  get y(): f32 {
    return this.floatAt(spotlightY);
  }
  /** @inline */
  get innerRadius(): f32 {
    return this.floatAt(spotlightInnerRadius);
  }
  /** @inline */
  get outerRadius(): f32 {
    return this.floatAt(spotlightOuterRadius);
  }
}

@unmanaged
export class Motion extends Item {
  /** All moments are pixel-aligned and untinted. */
  isAligned: bool;

  /** @inline */
  get recordCount(): i32 {
    return this.intAt(motionRecords);
  }
  /** The weight of a moment, as a fraction of 32768. @inline */
  weight(): v128 {
    return i16x8.splat(<i16>Math.round(32768.0 / <f64>this.intAt(motionMoments)));
  }
}
