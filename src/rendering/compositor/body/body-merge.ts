import type { Rgb } from '../../../game/units.ts';
import type { DisplayItem } from '../../scene/index.ts';
import type { Kernel } from '../kernel.ts';
import { maxDistance, tileSize } from '../layout.ts';
import type { Memory } from '../memory.ts';
import type { BodyCache, MeasuredBody } from './body-cache.ts';
import type { Box } from './body-outline.ts';
import { shadesBytes } from './body-shades.ts';

/** Merges bodies into one shape: each is clipped to the pixels that are nearest to its own path. */
export interface BodyMerge {
  /** Returns the clipped fields of every merged body of a list; valid until the next list. */
  clip(items: readonly DisplayItem[]): ReadonlyMap<DisplayItem, readonly ClippedBody[]>;
}

export interface ClippedBody {
  readonly measured: MeasuredBody;
  readonly alpha: number;
  readonly tint?: Rgb;
}

type BodyItem = DisplayItem & { kind: 'body' };

interface Candidate {
  readonly item: BodyItem;
  readonly measured: MeasuredBody;
  /** At equal distances, the body that is drawn later wins. */
  readonly order: number;
}

/** A copy of a body's field without the pixels of other bodies. */
interface ClippedField extends MeasuredBody {
  version: number;
  /** Names the measurements the field was made from. */
  key: string;
  usedAt: number;
}

/** Limits the cost of maps with absurdly many sliders: the bodies below these are not merged. */
const maxMerged = 24;
const tilePx = tileSize * tileSize;
/** Ids of clipped fields differ from those of bodies, which count from 1. */
const firstId = 2 ** 30;

export function createBodyMerge({
  kernel,
  memory,
  bodies,
}: {
  kernel: Kernel;
  memory: Memory;
  bodies: BodyCache;
}): BodyMerge {
  const fields = new Map<string, ClippedField>();
  let frame = 0;
  let nextId = firstId;

  function clip(items: readonly DisplayItem[]): ReadonlyMap<DisplayItem, readonly ClippedBody[]> {
    if (fields.size === 0 && !items.some(isMerged)) return noBodies;
    frame++;
    const candidates = candidatesOf(items);
    const clipped = new Map<DisplayItem, readonly ClippedBody[]>();
    for (const candidate of candidates) {
      const neighbours = candidates.filter((other) => other !== candidate && overlaps(other, candidate));
      clipped.set(candidate.item, neighbours.length === 0 ? [unclipped(candidate)] : clipTo(candidate, neighbours));
    }
    for (const [name, field] of fields) if (field.usedAt !== frame) remove(name, field);
    return clipped;
  }

  function candidatesOf(items: readonly DisplayItem[]): Candidate[] {
    return items
      .filter(isMerged)
      .slice(-maxMerged)
      .flatMap((item, order) => {
        const measured = bodies.measure(item.body, item.from, item.to);
        return measured ? [{ item, measured, order }] : [];
      });
  }

  /**
   * Keeps the pixels that are nearest to the body's own path. Pixels that are nearer to a fainter body, one that fades in or
   * out, go to a second field, whose alpha is what the fainter body leaves. So one body takes over from the other, and
   * neither becomes translucent in between.
   */
  function clipTo(candidate: Candidate, neighbours: readonly Candidate[]): ClippedBody[] {
    const { item, measured } = candidate;
    const fainter = neighbours.filter((other) => other.item.alpha < item.alpha);
    const stronger = neighbours.filter((other) => other.item.alpha >= item.alpha);
    const key = `${[candidate, ...stronger].map(keyOf).join()};${fainter.map(keyOf).join()}`;
    const own = fieldFor(measured, 'own');
    const contested = fainter.length > 0 ? fieldFor(measured, 'contested') : null;
    if (own.key !== key || (contested && contested.key !== key)) {
      own.key = key;
      copyWithout(candidate, own, stronger);
      if (contested) {
        contested.key = key;
        moveNearer(candidate, { from: own, to: contested }, fainter);
        updateTileVersions(contested);
      }
      updateTileVersions(own);
    }
    const { alpha, tint } = item;
    if (!contested) return [{ measured: own, alpha, tint }];
    const taken = Math.max(...fainter.map((other) => other.item.alpha));
    return [
      { measured: contested, alpha: alpha - taken, tint },
      { measured: own, alpha, tint },
    ];
  }

  function fieldFor(measured: MeasuredBody, part: 'own' | 'contested'): ClippedField {
    const name = `${measured.id} ${part}`;
    const field = fields.get(name) ?? create(name, measured);
    field.usedAt = frame;
    return field;
  }

  function create(name: string, { box, shades }: MeasuredBody): ClippedField {
    const pixels = box.width * box.height;
    const created = {
      id: nextId++,
      box,
      field: memory.allocate(pixels * 2),
      tileVersions: memory.allocate((pixels / tilePx) * 4),
      shades: memory.allocate(shadesBytes),
      version: 0,
      key: '',
      usedAt: frame,
    };
    const bytes = new Uint8Array(kernel.memory.buffer);
    bytes.copyWithin(created.shades, shades, shades + shadesBytes);
    // The outermost shade is a faint shadow, and would lie on every pixel that was clipped.
    bytes.fill(0, created.shades + shadesBytes - 4, created.shades + shadesBytes);
    fields.set(name, created);
    return created;
  }

  function remove(name: string, { field, tileVersions, shades }: ClippedField): void {
    for (const address of [field, tileVersions, shades]) memory.free(address);
    fields.delete(name);
  }

  const distancesOf = ({ field, box }: MeasuredBody) =>
    new Uint16Array(kernel.memory.buffer, field, box.width * box.height);

  /** Copies a body's field without the pixels that are nearer to other bodies. */
  function copyWithout(candidate: Candidate, to: ClippedField, others: readonly Candidate[]): void {
    const distances = distancesOf(to);
    distances.set(distancesOf(candidate.measured));
    for (const other of others) {
      const otherDistances = distancesOf(other.measured);
      forEachCommonPixel(candidate, other, (i, j) => {
        if (isNearer(otherDistances[j]!, distances[i]!, other.order > candidate.order)) distances[i] = maxDistance;
      });
    }
  }

  /** Moves the pixels that are nearer to other bodies from one field to another. */
  function moveNearer(
    candidate: Candidate,
    { from, to }: { from: ClippedField; to: ClippedField },
    others: readonly Candidate[],
  ): void {
    const source = distancesOf(from);
    const target = distancesOf(to);
    target.fill(maxDistance);
    for (const other of others) {
      const otherDistances = distancesOf(other.measured);
      forEachCommonPixel(candidate, other, (i, j) => {
        const distance = source[i]!;
        if (distance === maxDistance || !isNearer(otherDistances[j]!, distance, other.order > candidate.order)) return;
        target[i] = distance;
        source[i] = maxDistance;
      });
    }
  }

  /** Gives every tile a new version, or 0 if it is empty. */
  function updateTileVersions(clipped: ClippedField): void {
    const distances = distancesOf(clipped);
    const versions = new Uint32Array(kernel.memory.buffer, clipped.tileVersions, distances.length / tilePx);
    clipped.version++;
    for (let i = 0; i < versions.length; i++) {
      const isEmpty = distances.subarray(i * tilePx, (i + 1) * tilePx).every((distance) => distance === maxDistance);
      versions[i] = isEmpty ? 0 : clipped.version;
    }
  }

  return { clip };
}

const noBodies: ReadonlyMap<DisplayItem, readonly ClippedBody[]> = new Map();

function isMerged(item: DisplayItem): item is BodyItem {
  return item.kind === 'body' && item.merged === true;
}

const keyOf = ({ measured: { id, version } }: Candidate) => `${id}/${version}`;

function unclipped({ item, measured }: Candidate): ClippedBody {
  return { measured, alpha: item.alpha, tint: item.tint };
}

function isNearer(distance: number, than: number, isDrawnLater: boolean): boolean {
  return distance < than || (distance === than && distance !== maxDistance && isDrawnLater);
}

function overlaps({ measured: { box: a } }: Candidate, { measured: { box: b } }: Candidate): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

/** Visits the pixels that two boxes have in common, with their indexes in both fields. */
function forEachCommonPixel(
  { measured: { box } }: Candidate,
  { measured: { box: other } }: Candidate,
  visit: (index: number, otherIndex: number) => void,
): void {
  const left = Math.max(box.left, other.left);
  const top = Math.max(box.top, other.top);
  const right = Math.min(box.left + box.width, other.left + other.width);
  const bottom = Math.min(box.top + box.height, other.top + other.height);
  for (let y = top; y < bottom; y += tileSize) {
    for (let x = left; x < right; x += tileSize) {
      const index = tileStart(box, x, y);
      const otherIndex = tileStart(other, x, y);
      for (let i = 0; i < tilePx; i++) visit(index + i, otherIndex + i);
    }
  }
}

/** Returns the index, in the field of a box, of the tile at a screen position. */
function tileStart({ left, top, width }: Box, x: number, y: number): number {
  return (y - top) * width + (x - left) * tileSize;
}
