import type { Body, DisplayItem, ScreenPoint } from '../scene/index.ts';
import { type BodyPath, createBodyPath } from './body-path.ts';

/** What is known of a body before anything of it is measured. */
export interface BodyOutline {
  readonly path: BodyPath;
  /** What it may cover; null when no part of it is on the picture. */
  readonly box: Box | null;
}

/** Whole tiles of the picture. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface BodyOutlines {
  of(body: Body): BodyOutline;
  boxOf(path: readonly ScreenPoint[], radius: number): Box | null;
  /**
   * A list without the bodies that nobody can make out any more: those that lie below `most` of others. It is decided by
   * the list alone, so a frame is the same whichever was drawn before it.
   */
  shown(items: readonly DisplayItem[]): readonly DisplayItem[];
}

/**
 * Counted in pixels of the screen's size: those of the bodies' boxes, which hold memory and are painted, and those that
 * measuring goes through, segment by segment. Maps that are made to be played stay far below.
 */
const most = { boxScreens: 32, strokeScreens: 1024 };

const tile = 16;
const pathTolerancePx = 0.1;
// Of the radius: what the kernel needs to know that rounding changes nothing.
const longestSegment = 2;

export function createBodyOutlines(picture: { readonly width: number; readonly height: number }): BodyOutlines {
  const outlines = new WeakMap<Body, BodyOutline>();
  const screenPx = picture.width * picture.height;

  function of(body: Body): BodyOutline {
    const known = outlines.get(body);
    if (known) return known;
    const { radiusPx } = body;
    const path = createBodyPath(body.path, { tolerance: pathTolerancePx, longest: longestSegment * radiusPx });
    const outline = { path, box: boxOf(path.points, radiusPx) };
    outlines.set(body, outline);
    return outline;
  }

  /** The tiles a stroke can touch, within the picture. */
  function boxOf(path: readonly ScreenPoint[], radius: number): Box | null {
    let [left, top, right, bottom] = [picture.width, picture.height, 0, 0];
    for (const { x, y } of path) {
      left = Math.min(left, x - radius);
      top = Math.min(top, y - radius);
      right = Math.max(right, x + radius);
      bottom = Math.max(bottom, y + radius);
    }
    left = Math.max(0, Math.floor(left / tile) * tile);
    top = Math.max(0, Math.floor(top / tile) * tile);
    right = upToTile(Math.min(picture.width, right));
    bottom = upToTile(Math.min(picture.height, bottom));
    if (left >= right || top >= bottom) return null;
    return { left, top, width: right - left, height: bottom - top };
  }

  function shown(items: readonly DisplayItem[]): readonly DisplayItem[] {
    let boxPx = 0;
    let strokePx = 0;
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i]!;
      if (item.kind !== 'body') continue;
      if (boxPx >= most.boxScreens * screenPx || strokePx >= most.strokeScreens * screenPx)
        return items.filter((other, at) => at > i || other.kind !== 'body');
      const { path, box } = of(item.body);
      if (!box) continue;
      boxPx += box.width * box.height;
      strokePx += path.points.length * Math.min(box.width * box.height, (2 * item.body.radiusPx) ** 2);
    }
    return items;
  }

  return { of, boxOf, shown };
}

export const upToTile = (pixels: number): number => Math.ceil(pixels / tile) * tile;
