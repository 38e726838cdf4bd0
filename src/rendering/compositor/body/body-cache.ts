import type { Body } from '../../scene/index.ts';
import type { Kernel } from '../kernel.ts';
import {
  measurementEndSegment,
  measurementField,
  measurementFirstSegment,
  measurementFrom,
  measurementHeight,
  measurementLeft,
  measurementPoints,
  measurementRadius,
  measurementReplaces,
  measurementSquares,
  measurementTilesAcross,
  measurementTileVersions,
  measurementTo,
  measurementTop,
  measurementVersion,
  measurementWidth,
  measurementWords,
  tileSize,
} from '../layout.ts';
import type { Memory } from '../memory.ts';
import { type BodyOutlines, type Box, roundUpToTile } from './body-outline.ts';
import { type BodyPath, pathPositionAt, pointsBetween } from './body-path.ts';
import { createBodyShades, shadesBytes } from './body-shades.ts';

/** A body as the kernel paints it: its box on the screen, and the addresses of its distances, tile versions and shades. */
export interface MeasuredBody {
  readonly id: number;
  readonly box: Box;
  /** 16-bit distances of the pixels of the box, tile after tile. */
  readonly field: number;
  /** A 32-bit version per tile of the box; 0 where the body has no pixel. */
  readonly tileVersions: number;
  readonly shades: number;
  /** Increases with every measurement. */
  readonly version: number;
}

/** Distance fields of slider bodies, kept from frame to frame. */
export interface BodyCache {
  /** Measures the part of a body between two fractions of its path; null if no part of the body is on the screen. */
  measure(body: Body, from: number, to: number): MeasuredBody | null;
  /** Begins a frame: frees bodies that have not been used lately, if the cache is over its budget. */
  trim(): void;
}

interface Entry extends MeasuredBody {
  readonly path: BodyPath;
  readonly radius: number;
  /** The address of the path's points. */
  readonly points: number;
  /** The path positions between which the body has been measured. */
  from: number;
  to: number;
  version: number;
  usedAt: number;
}

/** A part of a path, between two positions. */
type PathRange = readonly [from: number, to: number];

/** Path ends move in steps of this fraction of the radius; the kernel's `endBias` depends on it. */
const minStep = 1 / 256;

/**
 * Memory for bodies that are not visible: one screen of pixels, or 4 MB. That is enough for a viewer who seeks back and
 * forth. A render never needs a body again, and more would only scatter the memory that is in use.
 */
const budget = { screens: 1, minBytes: 4 * 1024 * 1024 };

export function createBodyCache(options: {
  kernel: Kernel;
  memory: Memory;
  outlines: BodyOutlines;
  width: number;
  height: number;
}): BodyCache {
  const { kernel, memory, outlines } = options;
  const budgetBytes = Math.max(budget.minBytes, budget.screens * options.width * options.height * 2);
  const entries = new Map<Body, Entry>();
  const shadesOf = createBodyShades();
  const squares = memory.allocate(roundUpToTile(options.width) * roundUpToTile(options.height) * 4);
  const measurement = memory.allocate(measurementWords * 4);
  let usedBytes = 0;
  let frame = 0;
  let nextId = 1;

  function measure(body: Body, from: number, to: number): MeasuredBody | null {
    const entry = entries.get(body) ?? add(body);
    if (!entry) return null;
    entry.usedAt = frame;
    const step = entry.radius * minStep;
    update(entry, pathPositionAt(entry.path, from, step), pathPositionAt(entry.path, to, step));
    return entry;
  }

  function add(body: Body): Entry | null {
    const { path, box } = outlines.of(body);
    if (!box) return null;
    const entry: Entry = {
      id: nextId++,
      path,
      radius: body.radiusPx,
      points: memory.allocate(path.points.length * 8),
      box,
      field: memory.allocate(fieldBytes(box)),
      tileVersions: memory.allocate(tileVersionsBytes(box)),
      shades: memory.allocate(shadesBytes),
      from: Number.NaN,
      to: Number.NaN,
      version: 0,
      usedAt: frame,
    };
    usedBytes += bytesOf(box);
    new Uint8Array(kernel.memory.buffer, entry.shades, shadesBytes).set(shadesOf(body));
    const floats = new Float32Array(kernel.memory.buffer, entry.points, path.points.length * 2);
    for (const [i, { x, y }] of path.points.entries()) {
      floats[i * 2] = x - box.left;
      floats[i * 2 + 1] = y - box.top;
    }
    entries.set(body, entry);
    return entry;
  }

  /** Measures a body that grows or shrinks only around the ends that moved. */
  function update(entry: Entry, from: number, to: number): void {
    const { from: oldFrom, to: oldTo } = entry;
    if (from === oldFrom && to === oldTo) return;
    entry.from = from;
    entry.to = to;
    if (from <= oldTo && to >= oldFrom) {
      if (from > oldFrom) measureAroundRemoved(entry, [oldFrom, from]);
      if (to < oldTo) measureAroundRemoved(entry, [to, oldTo]);
      if (from < oldFrom) measureAdded(entry, [from, oldFrom]);
      if (to > oldTo) measureAdded(entry, [oldTo, to]);
    } else {
      new Uint8Array(kernel.memory.buffer, entry.field, fieldBytes(entry.box)).fill(0xff);
      new Uint8Array(kernel.memory.buffer, entry.tileVersions, tileVersionsBytes(entry.box)).fill(0);
      measureAdded(entry, [from, to]);
    }
  }

  /** Measures everything that is still visible around a part that was removed. */
  function measureAroundRemoved(entry: Entry, removed: PathRange): void {
    requestMeasurement(entry, { around: removed, measured: [entry.from, entry.to], replaces: true });
  }

  /** Adds a part of the path to the distances that exist. */
  function measureAdded(entry: Entry, added: PathRange): void {
    requestMeasurement(entry, { around: added, measured: added, replaces: false });
  }

  function requestMeasurement(
    entry: Entry,
    { around, measured, replaces }: { around: PathRange; measured: PathRange; replaces: boolean },
  ): void {
    const { box, path } = entry;
    const part = outlines.boxOf(pointsBetween(path, around[0], around[1]), entry.radius);
    if (!part) return;
    const firstSegment = Math.min(Math.floor(measured[0]), path.points.length - 2);
    const { buffer } = kernel.memory;
    const doubles = new Float64Array(buffer, measurement, measurementWords / 2);
    doubles[measurementFrom / 2] = entry.from;
    doubles[measurementTo / 2] = entry.to;
    new Float32Array(buffer, measurement, measurementWords)[measurementRadius] = entry.radius;
    const ints = new Int32Array(buffer, measurement, measurementWords);
    ints[measurementPoints] = entry.points;
    ints[measurementFirstSegment] = firstSegment;
    ints[measurementEndSegment] = Math.max(firstSegment + 1, Math.ceil(measured[1]));
    ints[measurementField] = entry.field;
    ints[measurementTileVersions] = entry.tileVersions;
    ints[measurementTilesAcross] = box.width / tileSize;
    ints[measurementLeft] = part.left - box.left;
    ints[measurementTop] = part.top - box.top;
    ints[measurementWidth] = part.width;
    ints[measurementHeight] = part.height;
    ints[measurementSquares] = squares;
    ints[measurementVersion] = ++entry.version;
    ints[measurementReplaces] = replaces ? 1 : 0;
    kernel.measureBody(measurement);
  }

  function trim(): void {
    frame++;
    if (usedBytes <= budgetBytes) return;
    const oldest = [...entries].sort((a, b) => a[1].usedAt - b[1].usedAt);
    for (const [body, entry] of oldest) {
      if (usedBytes <= budgetBytes / 2 || entry.usedAt >= frame - 1) return;
      for (const address of [entry.field, entry.tileVersions, entry.shades, entry.points]) memory.free(address);
      usedBytes -= bytesOf(entry.box);
      entries.delete(body);
    }
  }

  return { measure, trim };
}

const fieldBytes = (box: Box) => box.width * box.height * 2;
const tileVersionsBytes = (box: Box) => ((box.width * box.height) / (tileSize * tileSize)) * 4;
const bytesOf = (box: Box) => fieldBytes(box) + tileVersionsBytes(box) + shadesBytes;
