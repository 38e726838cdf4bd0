import type { Body, DisplayItem, ScreenPoint } from '../../scene/index.ts';
import { tileSize } from '../layout.ts';
import { type BodyPath, createBodyPath } from './body-path.ts';

/** The shape of a body, before any pixel is measured. */
export interface BodyOutline {
  readonly path: BodyPath;
  /** The box the body can cover; null if no part of it is on the screen. */
  readonly box: Box | null;
}

/** A rectangle of whole tiles of the screen. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The outlines of bodies, computed once per body. */
export interface BodyOutlines {
  of(body: Body): BodyOutline;
  /** Returns the box that a stroke along a path covers; null if it is off the screen. */
  boxOf(path: readonly ScreenPoint[], radius: number): Box | null;
  /**
   * Returns a list without the bodies that lie below too many others to be visible. The list alone decides, so a frame
   * does not depend on the frames before it.
   */
  withoutHiddenBodies(items: readonly DisplayItem[]): readonly DisplayItem[];
}

/**
 * Limits, in screens of pixels: for the boxes of the bodies, which cost memory and painting time, and for the pixels that
 * measuring visits, segment by segment. Playable maps stay far below them.
 */
const max = { boxScreens: 32, strokeScreens: 1024 };

const pathTolerancePx = 0.1;
/** In radii. The kernel's `endBias` depends on it: with longer segments, rounding could change distances. */
const maxSegmentRadii = 2;

export function createBodyOutlines(screen: { readonly width: number; readonly height: number }): BodyOutlines {
  const outlines = new WeakMap<Body, BodyOutline>();
  const screenPx = screen.width * screen.height;

  function of(body: Body): BodyOutline {
    const cached = outlines.get(body);
    if (cached) return cached;
    const { radiusPx } = body;
    const path = createBodyPath(body.path, {
      tolerance: pathTolerancePx,
      maxSegment: maxSegmentRadii * radiusPx,
    });
    const outline = { path, box: boxOf(path.points, radiusPx) };
    outlines.set(body, outline);
    return outline;
  }

  function boxOf(path: readonly ScreenPoint[], radius: number): Box | null {
    let [left, top, right, bottom] = [screen.width, screen.height, 0, 0];
    for (const { x, y } of path) {
      left = Math.min(left, x - radius);
      top = Math.min(top, y - radius);
      right = Math.max(right, x + radius);
      bottom = Math.max(bottom, y + radius);
    }
    left = Math.max(0, Math.floor(left / tileSize) * tileSize);
    top = Math.max(0, Math.floor(top / tileSize) * tileSize);
    right = roundUpToTile(Math.min(screen.width, right));
    bottom = roundUpToTile(Math.min(screen.height, bottom));
    if (left >= right || top >= bottom) return null;
    return { left, top, width: right - left, height: bottom - top };
  }

  function withoutHiddenBodies(items: readonly DisplayItem[]): readonly DisplayItem[] {
    let boxPx = 0;
    let strokePx = 0;
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i];
      if (item?.kind !== 'body') continue;
      if (boxPx >= max.boxScreens * screenPx || strokePx >= max.strokeScreens * screenPx)
        return items.filter((other, at) => at > i || other.kind !== 'body');
      const { path, box } = of(item.body);
      if (!box) continue;
      boxPx += box.width * box.height;
      strokePx += path.points.length * Math.min(box.width * box.height, (2 * item.body.radiusPx) ** 2);
    }
    return items;
  }

  return { of, boxOf, withoutHiddenBodies };
}

/** Rounds a length up to whole tiles. */
export const roundUpToTile = (pixels: number): number => Math.ceil(pixels / tileSize) * tileSize;
