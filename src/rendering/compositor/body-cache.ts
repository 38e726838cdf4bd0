import type { Body } from '../scene/index.ts';
import { type BodyOutlines, type Box, upToTile } from './body-outline.ts';
import { type BodyPath, placeAt, stretch } from './body-path.ts';
import { createBodyShades } from './body-shades.ts';
import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';

/** A body as the kernel paints it: the box it may cover, and where its field of distances, stamps and shades lie. */
export interface MeasuredBody {
  readonly id: number;
  readonly box: Box;
  /** 16 bits a pixel of the box, one tile of it after the other. */
  readonly field: number;
  /** 32 bits a tile of the box. */
  readonly stamps: number;
  readonly shades: number;
  /** How often something was measured. */
  readonly stamp: number;
}

export interface BodyCache {
  /** Null when no part of the body is on the picture. */
  measure(body: Body, from: number, to: number): MeasuredBody | null;
  /** Frees the bodies that no frame has asked for lately, when they hold much memory. */
  trim(): void;
}

interface Entry extends MeasuredBody {
  readonly path: BodyPath;
  readonly radius: number;
  /** Where the points of the path lie. */
  readonly points: number;
  /** The places between which it has been measured. */
  from: number;
  to: number;
  stamp: number;
  usedAt: number;
}

/** Between two places of a path. */
type Stretch = readonly [from: number, to: number];

const tile = 16;
const shadesBytes = 4096;
const leastStep = 1 / 256;
/** What the kernel reads when it measures. */
const measuringBytes = 80;
/**
 * Bodies that cover the screen so many times, or 4 MB of them, are kept whether or not they are seen: enough for those who
 * go to and fro. Who goes on needs none of them again, and more would only lie scattered among what stays.
 */
const budget = { screens: 1, leastBytes: 4 * 1024 * 1024 };

export function createBodyCache(options: {
  kernel: Kernel;
  memory: Memory;
  outlines: BodyOutlines;
  width: number;
  height: number;
}): BodyCache {
  const { kernel, memory, outlines } = options;
  const budgetBytes = Math.max(budget.leastBytes, budget.screens * options.width * options.height * 2);
  const entries = new Map<Body, Entry>();
  const shadesOf = createBodyShades();
  const squares = memory.allocate(upToTile(options.width) * upToTile(options.height) * 4);
  const measuring = memory.allocate(measuringBytes);
  let held = 0;
  let frame = 0;
  let nextId = 1;

  function measure(body: Body, from: number, to: number): MeasuredBody | null {
    const entry = entries.get(body) ?? admit(body);
    if (!entry) return null;
    entry.usedAt = frame;
    const step = entry.radius * leastStep;
    remeasure(entry, placeAt(entry.path, from, step), placeAt(entry.path, to, step));
    return entry;
  }

  function admit(body: Body): Entry | null {
    const radius = body.radiusPx;
    const { path, box } = outlines.of(body);
    if (!box) return null;
    const field = memory.allocate(fieldBytes(box));
    const stamps = memory.allocate(stampsBytes(box));
    const shades = memory.allocate(shadesBytes);
    const points = memory.allocate(path.points.length * 8);
    held += bytesOf(box);
    new Uint8Array(kernel.memory.buffer, shades, shadesBytes).set(shadesOf(body));
    const floats = new Float32Array(kernel.memory.buffer, points, path.points.length * 2);
    path.points.forEach(({ x, y }, i) => {
      floats[i * 2] = x - box.left;
      floats[i * 2 + 1] = y - box.top;
    });
    const measured = { from: Number.NaN, to: Number.NaN, stamp: 0 };
    const entry = { id: nextId++, path, radius, points, box, field, stamps, shades, ...measured, usedAt: frame };
    entries.set(body, entry);
    return entry;
  }

  /** A body that grows or shrinks is measured where it does, and keeps the rest. */
  function remeasure(entry: Entry, from: number, to: number): void {
    const { from: oldFrom, to: oldTo } = entry;
    if (from === oldFrom && to === oldTo) return;
    entry.from = from;
    entry.to = to;
    if (from <= oldTo && to >= oldFrom) {
      if (from > oldFrom) measurePart(entry, { gone: [oldFrom, from] });
      if (to < oldTo) measurePart(entry, { gone: [to, oldTo] });
      if (from < oldFrom) measurePart(entry, { come: [from, oldFrom] });
      if (to > oldTo) measurePart(entry, { come: [oldTo, to] });
    } else {
      new Uint8Array(kernel.memory.buffer, entry.field, fieldBytes(entry.box)).fill(0xff);
      new Uint8Array(kernel.memory.buffer, entry.stamps, stampsBytes(entry.box)).fill(0);
      measurePart(entry, { come: [from, to] });
    }
  }

  /** Around a stretch that is gone all that still shows is measured; one that has come adds to what there is. */
  function measurePart(entry: Entry, { gone, come }: { gone?: Stretch; come?: Stretch }): void {
    const { box, from, to, path } = entry;
    const [first, last] = (gone ?? come)!;
    const part = outlines.boxOf(stretch(path, first, last), entry.radius);
    if (!part) return;
    const [start, end] = come ?? [from, to];
    const firstSegment = Math.min(Math.floor(start), path.points.length - 2);
    const endSegment = Math.max(firstSegment + 1, Math.ceil(end));
    const { buffer } = kernel.memory;
    new Float64Array(buffer, measuring, 2).set([from, to]);
    new Float32Array(buffer, measuring + 16, 1).set([entry.radius]);
    new Int32Array(buffer, measuring + 20, 13).set([
      ...[entry.points, firstSegment, endSegment, entry.field, entry.stamps, box.width / tile],
      ...[part.left - box.left, part.top - box.top, part.width, part.height, squares],
      ...[++entry.stamp, gone ? 1 : 0],
    ]);
    kernel.measureBody(measuring);
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
      memory.free(entry.points);
      held -= bytesOf(entry.box);
      entries.delete(body);
    }
  }

  return { measure, trim };
}

const fieldBytes = (box: Box) => box.width * box.height * 2;
const stampsBytes = (box: Box) => ((box.width * box.height) / (tile * tile)) * 4;
const bytesOf = (box: Box) => fieldBytes(box) + stampsBytes(box) + shadesBytes;
