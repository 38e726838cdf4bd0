// A record is what the host says of an item, 64 bytes, and then what the kernel makes of it: worked out once a frame when
// the item's tiles are marked, and read again for every row of tiles it is painted into.

import { settled } from './settled';

export const RECORD: i32 = 192;

export const SPRITE: u32 = 0;
export const BODY: u32 = 1;
export const MOMENT: u32 = 5;
export const MOTION: u32 = 6;

@unmanaged export class Item {
  kind: u8;
  /** COVER, ADD or GATHER. */
  how: u8;
  /** A sprite's image, or a body's field of distances. */
  source: usize;
  /** A sprite's affine map, from picture to screen; other kinds keep other things here. */
  a: f32;
  b: f32;
  c: f32;
  d: f32;
  tx: f32;
  ty: f32;
  /** Four fractions of 32767: tint times alpha, and alpha. */
  modulate: u64;
  /** The part of a sprite's picture that shows, in its pixels. */
  left: f32;
  top: f32;
  right: f32;
  bottom: f32;
  shades: usize;
  identity: u32;

  /** Screen pixels the item can touch; empty when nothing of it can be seen. */
  boxLeft: i32;
  boxTop: i32;
  boxRight: i32;
  boxBottom: i32;

  /** A body shows all of its field, which has a stamp for each tile where a sprite has its left edge. */
  @inline get stamps(): usize {
    return load<usize>(changetype<usize>(this), offsetof<Item>("left"));
  }

  /** `modulate` for two pixels of sixteen bits a channel. */
  @inline fineTint(): v128 {
    return i64x2.splat(this.modulate);
  }

  /** `modulate` for four pixels of bytes. */
  @inline tint(): v128 {
    const rounded = v128.shr<u16>(v128.add<i16>(this.fineTint(), i16x8.splat(64)), 7);
    return settled(i8x16.narrow_i16x8_u(rounded, rounded));
  }
}

/** How a sprite is painted: copied pixel for pixel, shifted between them, scaled, turned, or filled with its one colour. */
export const EXACT: u32 = 0;
export const SHIFTED: u32 = 1;
export const UPRIGHT: u32 = 2;
export const TURNED: u32 = 3;
export const PLAIN: u32 = 4;

@unmanaged export class Sprite extends Item {
  way: u32;
  /** Covers all that lies below it, but for its soft edges. */
  solid: bool;
  pixels: usize;
  stride: i32;
  spans: usize;
  width: i32;
  height: i32;
  /** Where the columns of a scaled one lie; 0 until they are laid to be kept. */
  columns: usize;
  /** Padded level coordinates of a screen pixel's centre: u = ua·x + ub·y + uc. */
  ua: f64;
  ub: f64;
  uc: f64;
  va: f64;
  vb: f64;
  vc: f64;
  /** The part of the level that shows, in padded level coordinates. */
  cropLeft: f64;
  cropTop: f64;
  cropRight: f64;
  cropBottom: f64;
}
