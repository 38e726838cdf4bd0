import type { Body, ScreenPoint } from '../scene/index.ts';
import { cut, simplify } from './body-path.ts';
import { bodyShades } from './body-shades.ts';
import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';

/** A body as the kernel paints it: the box it may cover, and where its field of distances, stamps and shades lie. */
export interface MeasuredBody {
  readonly id: number;
  readonly box: Box;
  /** 16 bits a pixel of the box. */
  readonly field: number;
  /** 32 bits a tile of the box. */
  readonly stamps: number;
  readonly shades: number;
}

export interface BodyCache {
  /** Null when no part of the body is on the picture. */
  measure(body: Body, from: number, to: number): MeasuredBody | null;
  /** Frees the bodies that no frame has asked for lately, when they hold much memory. */
  trim(): void;
}

interface Entry extends MeasuredBody {
  readonly path: readonly ScreenPoint[];
  /** The stretch that has been measured. */
  from: number;
  to: number;
  /** How often something was measured. */
  stamp: number;
  usedAt: number;
}

/** Whole tiles of the picture. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const tile = 16;
const shadesBytes = 4096;
const pathTolerancePx = 0.1;
/** Bodies that cover the screen so many times, or 4 MB of them, are kept whether or not they are seen. */
const budget = { screens: 4, leastBytes: 4 * 1024 * 1024 };

export function createBodyCache(options: { kernel: Kernel; memory: Memory; width: number; height: number }): BodyCache {
  const { kernel, memory } = options;
  const budgetBytes = Math.max(budget.leastBytes, budget.screens * options.width * options.height * 2);
  const entries = new Map<Body, Entry>();
  const squares = memory.allocate(upToTile(options.width) * upToTile(options.height) * 4);
  let held = 0;
  let frame = 0;
  let nextId = 1;

  function measure(body: Body, from: number, to: number): MeasuredBody | null {
    const entry = entries.get(body) ?? admit(body);
    if (!entry) return null;
    entry.usedAt = frame;
    if (entry.from !== from || entry.to !== to) remeasure(entry, body, { from, to });
    return entry;
  }

  function admit(body: Body): Entry | null {
    const path = simplify(body.path, pathTolerancePx);
    const box = boxOf(path, body.radiusPx, options);
    if (!box) return null;
    const field = memory.allocate(fieldBytes(box));
    const stamps = memory.allocate(stampsBytes(box));
    const shades = memory.allocate(shadesBytes);
    held += bytesOf(box);
    new Uint8Array(kernel.memory.buffer, shades, shadesBytes).set(bodyShades(body));
    const measured = { from: Number.NaN, to: Number.NaN, stamp: 0 };
    const entry = { id: nextId++, path, box, field, stamps, shades, ...measured, usedAt: frame };
    entries.set(body, entry);
    return entry;
  }

  /** A body that grows or shrinks is measured where it does, and keeps the rest. */
  function remeasure(entry: Entry, body: Body, { from, to }: { from: number; to: number }): void {
    const { from: oldFrom, to: oldTo, path } = entry;
    entry.from = from;
    entry.to = to;
    if (from <= oldTo && to >= oldFrom) {
      if (from > oldFrom) shrink(cut(path, oldFrom, from));
      if (to < oldTo) shrink(cut(path, to, oldTo));
      if (from < oldFrom) grow(cut(path, from, oldFrom));
      if (to > oldTo) grow(cut(path, oldTo, to));
    } else {
      new Uint8Array(kernel.memory.buffer, entry.field, fieldBytes(entry.box)).fill(0xff);
      new Uint8Array(kernel.memory.buffer, entry.stamps, stampsBytes(entry.box)).fill(0);
      grow(cut(path, from, to));
    }

    function grow(stretch: readonly ScreenPoint[]): void {
      measurePart({ entry, body, part: boxOf(stretch, body.radiusPx, options), path: stretch, anew: false });
    }

    function shrink(gone: readonly ScreenPoint[]): void {
      measurePart({ entry, body, part: boxOf(gone, body.radiusPx, options), path: cut(path, from, to), anew: true });
    }
  }

  function measurePart(measure: {
    entry: Entry;
    body: Body;
    part: Box | null;
    path: readonly ScreenPoint[];
    anew: boolean;
  }): void {
    const { entry, body, part, path, anew } = measure;
    if (!part) return;
    const points = memory.allocate(path.length * 8);
    const floats = new Float32Array(kernel.memory.buffer, points, path.length * 2);
    path.forEach((point, i) => {
      floats[i * 2] = point.x - part.left;
      floats[i * 2 + 1] = point.y - part.top;
    });
    const { width, left, top } = entry.box;
    const x = part.left - left;
    const y = part.top - top;
    kernel.measureBody(
      points,
      path.length,
      body.radiusPx,
      squares,
      entry.field + (y * width + x) * 2,
      entry.stamps + ((y / tile) * (width / tile) + x / tile) * 4,
      width,
      part.width,
      part.height,
      ++entry.stamp,
      anew,
    );
    memory.free(points);
  }

  function trim(): void {
    frame++;
    if (held <= budgetBytes) return;
    const oldest = [...entries].sort((a, b) => a[1].usedAt - b[1].usedAt);
    for (const [body, entry] of oldest) {
      if (held <= budgetBytes / 2 || entry.usedAt >= frame - 1) return;
      memory.free(entry.field);
      memory.free(entry.stamps);
      memory.free(entry.shades);
      held -= bytesOf(entry.box);
      entries.delete(body);
    }
  }

  return { measure, trim };
}

const fieldBytes = (box: Box) => box.width * box.height * 2;
const stampsBytes = (box: Box) => ((box.width * box.height) / (tile * tile)) * 4;
const bytesOf = (box: Box) => fieldBytes(box) + stampsBytes(box) + shadesBytes;
const upToTile = (pixels: number) => Math.ceil(pixels / tile) * tile;

/** The tiles a stroke can touch, within the picture. */
function boxOf(path: readonly ScreenPoint[], radius: number, picture: { width: number; height: number }): Box | null {
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
