// Keeps what a sprite that covers whole tiles looks like there: the background of a map stays the same for minutes, and
// cursor, approach circles and others pass over it in every frame. Its pixels come from an image far larger than the cache,
// one line of the cache from each of sixteen rows. Kept, dimmed and scaled already, the pixels of a tile lie in one piece.

import { tileSize } from '../../layout.ts';
import {
  coverHashes,
  firstVisible,
  frame,
  frameStride,
  keptCoverHashes,
  keptCovers,
  tileBytes,
  tilesAcross,
} from '../frame-buffer.ts';
import { Sprite } from '../record.ts';
import { hashRecord } from './tile-hashes.ts';
import { findVisibleRun, runEnd, runFirst } from './tile-runs.ts';

const rowBytes: usize = tileSize * 4;

/** Copies the tiles of a sprite that are kept. It is then no longer visible there, so that it is not painted again. */
export function copyKeptCovers(sprite: Sprite, firstRow: i32, endRow: i32, order: u32): void {
  visitTiles(sprite, firstRow, endRow, order, true);
}

/**
 * Keeps the tiles of a sprite that were just painted, if it covered them the last time, too: what changes with every frame
 * is not worth keeping.
 */
export function keepCovers(sprite: Sprite, firstRow: i32, endRow: i32, order: u32): void {
  visitTiles(sprite, firstRow, endRow, order, false);
}

/** Goes through the tiles that the sprite covers, where it is visible: before it is painted, or after. @inline */
function visitTiles(sprite: Sprite, firstRow: i32, endRow: i32, order: u32, isBefore: bool): void {
  const hash = hashRecord(changetype<usize>(sprite));
  const first = sprite.boxLeft / tileSize;
  const end = (sprite.boxRight + tileSize - 1) / tileSize;
  for (let row = firstRow; row < endRow; row++) {
    for (let from = first; findVisibleRun(row, from, end, order); from = runEnd) {
      for (let column = runFirst; column < runEnd; column++) {
        const tile = <usize>(row * tilesAcross + column);
        if (load<u32>(firstVisible + (tile << 2)) !== order) continue;
        if (isBefore) copyKept(tile, row, column, hash, order);
        else keep(tile, row, column, hash);
      }
    }
  }
}

/** @inline */
function copyKept(tile: usize, row: i32, column: i32, hash: u64, order: u32): void {
  if (load<u64>(keptCoverHashes + (tile << 3)) !== hash) return;
  copyToFrame(keptCovers + tile * tileBytes, row, column);
  store<u32>(firstVisible + (tile << 2), order + 1);
}

/** @inline */
function keep(tile: usize, row: i32, column: i32, hash: u64): void {
  if (load<u64>(coverHashes + (tile << 3)) === hash) {
    copyFromFrame(keptCovers + tile * tileBytes, row, column);
    store<u64>(keptCoverHashes + (tile << 3), hash);
  }
  store<u64>(coverHashes + (tile << 3), hash);
}

/** @inline */
function copyToFrame(from: usize, row: i32, column: i32): void {
  let to = frame + <usize>(row * tileSize * frameStride + column * tileSize * 4);
  const end = from + tileBytes;
  for (; from < end; from += rowBytes, to += frameStride) copyRow(from, to);
}

/** @inline */
function copyFromFrame(to: usize, row: i32, column: i32): void {
  let from = frame + <usize>(row * tileSize * frameStride + column * tileSize * 4);
  const end = to + tileBytes;
  for (; to < end; to += rowBytes, from += frameStride) copyRow(from, to);
}

/** @inline */
function copyRow(from: usize, to: usize): void {
  const first = v128.load(from);
  const second = v128.load(from, 16);
  const third = v128.load(from, 32);
  const fourth = v128.load(from, 48);
  v128.store(to, first);
  v128.store(to, second, 16);
  v128.store(to, third, 32);
  v128.store(to, fourth, 48);
}
