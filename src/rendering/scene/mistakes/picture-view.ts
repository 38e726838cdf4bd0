import type { OsuPoint } from '../../../game/units.ts';
import type { ScreenPoint, ScreenRect } from '../display-list/display-list.ts';

/** The part of the playfield that a picture shows. */
export interface PictureView {
  /** Screen pixels per osu! pixel. */
  readonly osuPx: number;
  toScreen(point: OsuPoint): ScreenPoint;
}

/** A circle that should be visible. */
export interface ShownCircle {
  readonly at: OsuPoint;
  readonly radius: number;
}

/** In osu! pixels, for the shorter side. */
const minSide = 160;
/** Objects before and after the mistake are left out of the view rather than that everything becomes small. */
const maxSide = 300;
const margin = 8;

/** Chooses a view that contains everything required, and as many of the optional circles, in order, as it has space for. */
export function createPictureView(
  area: ScreenRect,
  required: readonly ShownCircle[],
  optional: readonly ShownCircle[],
): PictureView {
  let box = required.map(boxOf).reduce(union);
  for (const circle of optional) {
    const larger = union(box, boxOf(circle));
    if (osuPxOf(area, larger) >= Math.min(area.width, area.height) / maxSide) box = larger;
  }
  const osuPx = Math.min(osuPxOf(area, box), Math.min(area.width, area.height) / minSide);
  const centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  return {
    osuPx,
    toScreen: ({ x, y }) => ({
      x: area.left + area.width / 2 + within((x - centre.x) * osuPx),
      y: area.top + area.height / 2 + within((y - centre.y) * osuPx),
    }),
  };
}

/** Replays can have a cursor at any coordinates. This many pixels away, all of them are outside of the picture. */
const farPx = 10_000;

function within(offsetPx: number): number {
  return Math.max(-farPx, Math.min(farPx, offsetPx));
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boxOf({ at: { x, y }, radius }: ShownCircle): Box {
  const reach = radius + margin;
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function osuPxOf({ width, height }: ScreenRect, { left, top, right, bottom }: Box): number {
  return Math.min(width / (right - left), height / (bottom - top));
}
