import type { Body, ScreenPoint } from '../scene/index.ts';
import { cut, simplify } from './body-path.ts';
import { bodyShades } from './body-shades.ts';
import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';

/** A body as the kernel paints it: where its field of distances and its shades lie, and which box it covers. */
export interface MeasuredBody {
  readonly id: number;
  readonly field: number;
  readonly shades: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface BodyCache {
  /** Null when no part of the body is on the picture. */
  measure(body: Body, from: number, to: number): MeasuredBody | null;
  /** Frees the bodies that no frame has asked for lately, when they hold much memory. */
  trim(): void;
}

interface Entry {
  readonly id: number;
  readonly path: readonly ScreenPoint[];
  readonly box: Box;
  readonly field: number;
  readonly shades: number;
  from: number;
  to: number;
  measured: MeasuredBody;
  usedAt: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const pathTolerancePx = 0.1;
/** Bodies that cover the screen so many times, or 4 MB of them, are kept whether or not they are seen. */
const budget = { screens: 4, leastBytes: 4 * 1024 * 1024 };

export function createBodyCache(options: { kernel: Kernel; memory: Memory; width: number; height: number }): BodyCache {
  const { kernel, memory } = options;
  const budgetBytes = Math.max(budget.leastBytes, budget.screens * options.width * options.height * 2);
  const entries = new Map<Body, Entry>();
  const squares = memory.allocate(((options.width + 3) & ~3) * options.height * 4);
  let held = 0;
  let frame = 0;
  let nextId = 1;

  function measure(body: Body, from: number, to: number): MeasuredBody | null {
    const entry = entries.get(body) ?? admit(body);
    if (!entry) return null;
    entry.usedAt = frame;
    if (entry.from !== from || entry.to !== to) {
      entry.from = from;
      entry.to = to;
      remeasure(entry, body);
    }
    return entry.measured;
  }

  function admit(body: Body): Entry | null {
    const path = simplify(body.path, pathTolerancePx);
    const box = boxOf(path, body.radiusPx, options);
    if (!box) return null;
    const field = memory.allocate(box.width * box.height * 2);
    const shades = memory.allocate(4096);
    held += box.width * box.height * 2 + 4096;
    new Uint8Array(kernel.memory.buffer, shades, 4096).set(bodyShades(body));
    const id = nextId++;
    const measured = { id, field, shades, ...box };
    const entry = { id, path, box, field, shades, from: Number.NaN, to: Number.NaN, measured, usedAt: frame };
    entries.set(body, entry);
    return entry;
  }

  function remeasure(entry: Entry, body: Body): void {
    const stretch = cut(entry.path, entry.from, entry.to);
    // A short stretch of a long slider needs only its own corner of the room.
    const box = boxOf(stretch, body.radiusPx, options) ?? { ...entry.box, width: 4, height: 1 };
    const points = memory.allocate(stretch.length * 8);
    const floats = new Float32Array(kernel.memory.buffer, points, stretch.length * 2);
    stretch.forEach((point, i) => {
      floats[i * 2] = point.x - box.left;
      floats[i * 2 + 1] = point.y - box.top;
    });
    kernel.measureBody(points, stretch.length, body.radiusPx, squares, entry.field, box.width, box.height);
    memory.free(points);
    entry.measured = { id: entry.id, field: entry.field, shades: entry.shades, ...box };
  }

  function trim(): void {
    frame++;
    if (held <= budgetBytes) return;
    const oldest = [...entries].sort((a, b) => a[1].usedAt - b[1].usedAt);
    for (const [body, entry] of oldest) {
      if (held <= budgetBytes / 2 || entry.usedAt >= frame - 1) return;
      memory.free(entry.field);
      memory.free(entry.shades);
      held -= entry.box.width * entry.box.height * 2 + 4096;
      entries.delete(body);
    }
  }

  return { measure, trim };
}

/** The whole pixels a stroke can touch, within the picture; left and right are multiples of four, as the kernel asks. */
function boxOf(path: readonly ScreenPoint[], radius: number, picture: { width: number; height: number }): Box | null {
  let [left, top, right, bottom] = [picture.width, picture.height, 0, 0];
  for (const { x, y } of path) {
    left = Math.min(left, x - radius);
    top = Math.min(top, y - radius);
    right = Math.max(right, x + radius);
    bottom = Math.max(bottom, y + radius);
  }
  left = Math.max(0, Math.floor(left)) & ~3;
  top = Math.max(0, Math.floor(top));
  right = (Math.min(picture.width, Math.ceil(right)) + 3) & ~3;
  bottom = Math.min(picture.height, Math.ceil(bottom));
  if (left >= right || top >= bottom) return null;
  return { left, top, width: right - left, height: bottom - top };
}
