// Paints slider bodies from their distance fields: one look-up per pixel finds the shade that belongs to its distance.

import { blendOver, shadeBits, shadeCount, tileSize } from '../../layout.ts';
import { frame, frameStride } from '../frame-buffer.ts';
import { alphaMask, blend, tinted } from '../pixels/blend.ts';
import { Body } from '../record.ts';
import { touchTiles } from '../tiles/tile-hashes.ts';
import { findVisibleRun, runEnd, runFirst } from '../tiles/tile-runs.ts';
import { distancesAt } from './distance-field.ts';

/** Sets the box of a body. */
export function prepareBody(body: Body): void {
  body.boxLeft = body.fieldLeft;
  body.boxTop = body.fieldTop;
  body.boxRight = body.fieldLeft + body.fieldWidth;
  body.boxBottom = body.fieldTop + body.fieldHeight;
}

/** Returns the index of a screen tile in the field. @inline */
function tileIndex(body: Body, row: i32, column: i32): usize {
  return <usize>((row - body.fieldTop / tileSize) * (body.fieldWidth / tileSize) + column - body.fieldLeft / tileSize);
}

/** @inline */
function versionAt(body: Body, row: i32, column: i32): u32 {
  return load<u32>(body.tileVersions + (tileIndex(body, row, column) << 2));
}

/** Marks the tiles that the body has pixels in; their versions are part of the hash. */
export function markBody(body: Body, hash: u64): void {
  const lastRow = (body.boxBottom - 1) / tileSize;
  const lastColumn = (body.boxRight - 1) / tileSize;
  for (let row = body.boxTop / tileSize; row <= lastRow; row++) {
    for (let column = body.boxLeft / tileSize; column <= lastColumn; column++) {
      const version = versionAt(body, row, column);
      if (version !== 0) touchTiles(row, column, column, hash ^ <u64>version);
    }
  }
}

/** Paints the part in one row of tiles. */
export function paintBody(body: Body, row: i32, order: u32): void {
  const end = body.boxRight / tileSize;
  const tint = body.tint8();
  for (let column = body.boxLeft / tileSize; findVisibleRun(row, column, end, order); column = runEnd) {
    for (let tile = runFirst; tile < runEnd; tile++)
      if (versionAt(body, row, tile) !== 0) paintTile(body, row, tile, tint);
  }
}

function paintTile(body: Body, row: i32, column: i32, tint: v128): void {
  const shades = body.shades;
  const alphas = alphaMask();
  let distances = distancesAt(body.field, tileIndex(body, row, column));
  let at = frame + <usize>(row * tileSize * frameStride + column * tileSize * 4);
  for (let y = 0; y < tileSize; y++, distances += tileSize * 2, at += frameStride) {
    for (let x: usize = 0; x < <usize>tileSize; x += 4) {
      const quad = load<u64>(distances + (x << 1));
      if (quad === -1) continue;
      let colours = v128.load32_zero(shadeAt(shades, quad));
      colours = v128.load32_lane(shadeAt(shades, quad >> 16), colours, 1);
      colours = v128.load32_lane(shadeAt(shades, quad >> 32), colours, 2);
      colours = v128.load32_lane(shadeAt(shades, quad >> 48), colours, 3);
      blend(tinted(colours, tint), at + (x << 2), blendOver, alphas);
    }
  }
}

/** Returns the address of the shade that the upper bits of a 16-bit distance select. @inline */
function shadeAt(shades: usize, distance: u64): usize {
  return shades + (<usize>(distance >> (16 - shadeBits - 2)) & ((shadeCount - 1) << 2));
}
