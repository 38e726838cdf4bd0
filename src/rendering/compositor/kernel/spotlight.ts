// The darkness around a spotlight. A spotlight moves all the time, but most of the screen stays as dark as before. So only the
// tiles at the edge of the light depend on its position; tiles inside show everything, and tiles outside are equally dark.

import { blendOver, tileSize } from '../layout.ts';
import { clamp01, colouredQuad, columnsFrom, length } from './coverage.ts';
import { frame, frameStride } from './frame-buffer.ts';
import { alphaMask, blend } from './pixels/blend.ts';
import { loopConstant } from './pixels/loop-constant.ts';
import { Spotlight } from './record.ts';
import { clearTile, coverTiles, touchTiles } from './tiles/tile-hashes.ts';
import { findVisibleRun, runEnd, runFirst } from './tiles/tile-runs.ts';

const lit: i32 = 0;
const edgeOfLight: i32 = 1;
const dark: i32 = 2;
const darknessHash: u64 = 0x6a09e667f3bcc909;

/** Marks the tiles that it touches in one row of tiles. */
export function markSpotlight(spotlight: Spotlight, row: i32, hash: u64, order: u32): void {
  const hidesBelow = spotlight.hasFullAlpha();
  const last = (spotlight.boxRight - 1) / tileSize;
  for (let column = spotlight.boxLeft / tileSize; column <= last; column++) {
    const light = lightIn(spotlight, column, row);
    if (light === edgeOfLight) touchTiles(row, column, column, hash);
    else if (light === dark && hidesBelow) coverTiles(row, column, column, darknessHash, order);
    else if (light === dark) touchTiles(row, column, column, darknessHash ^ spotlight.tint);
  }
}

/** Paints the part in one row of tiles. */
export function paintSpotlight(spotlight: Spotlight, row: i32, order: u32): void {
  const hidesBelow = spotlight.hasFullAlpha();
  const end = (spotlight.boxRight + tileSize - 1) / tileSize;
  for (let column = spotlight.boxLeft / tileSize; findVisibleRun(row, column, end, order); column = runEnd) {
    for (let tile = runFirst; tile < runEnd; tile++) {
      const light = lightIn(spotlight, tile, row);
      if (light === dark && hidesBelow) clearTile(tile, row);
      else if (light !== lit) paintTile(spotlight, tile, row);
    }
  }
}

/** Returns whether a tile is lit, dark, or at the edge of the light, with a pixel of tolerance. */
function lightIn(spotlight: Spotlight, column: i32, row: i32): i32 {
  const x = Mathf.abs(<f32>(column * tileSize + tileSize / 2) - spotlight.x);
  const y = Mathf.abs(<f32>(row * tileSize + tileSize / 2) - spotlight.y);
  const inner = spotlight.innerRadius;
  const half = <f32>(tileSize / 2);
  const farX = x + half;
  const farY = y + half;
  if (inner > 1 && farX * farX + farY * farY < (inner - 1) * (inner - 1)) return lit;
  const nearX = max<f32>(0, x - half);
  const nearY = max<f32>(0, y - half);
  const darkFrom = max<f32>(spotlight.outerRadius, inner + 1) + 1;
  return nearX * nearX + nearY * nearY > darkFrom * darkFrom ? dark : edgeOfLight;
}

/** Darkens nothing within the inner radius and all beyond the outer one, with a smooth step between. */
function paintTile(spotlight: Spotlight, column: i32, row: i32): void {
  const left = column * tileSize;
  const right = min(left + tileSize, spotlight.boxRight);
  const bottom = min(row * tileSize + tileSize, spotlight.boxBottom);
  const inner = spotlight.innerRadius;
  const innerRadius = loopConstant(f32x4.splat(inner));
  const width = loopConstant(f32x4.splat(max<f32>(spotlight.outerRadius - inner, 1)));
  const centre = loopConstant(f32x4.splat(spotlight.x));
  const tint = loopConstant(spotlight.tint16());
  const alphas = alphaMask();
  const centreY = spotlight.y;
  for (let y = row * tileSize; y < bottom; y++) {
    const down = <f32>y + 0.5 - centreY;
    let at = frame + <usize>(y * frameStride + left * 4);
    for (let x = left; x < right; x += 4, at += 16) {
      const across = f32x4.sub(f32x4.add(columnsFrom(x), f32x4.splat(0.5)), centre);
      const edge = clamp01(f32x4.div(f32x4.sub(length(across, down), innerRadius), width));
      if (!v128.any_true(edge)) continue;
      const steep = f32x4.sub(f32x4.splat(3), f32x4.add(edge, edge));
      blend(colouredQuad(tint, f32x4.mul(f32x4.mul(edge, edge), steep)), at, blendOver, alphas);
    }
  }
}
