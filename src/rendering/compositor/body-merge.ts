import type { DisplayItem } from '../scene/index.ts';
import type { BodyCache, MeasuredBody } from './body-cache.ts';
import type { Box } from './body-outline.ts';
import { shadeCount } from './body-shades.ts';
import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';

/** Bodies that are one: each is cut to the pixels whose nearest path is its own. */
export interface BodyMerge {
  /** What to paint of each merged body of a list; good until the next list. */
  cut(items: readonly DisplayItem[]): ReadonlyMap<DisplayItem, readonly CutBody[]>;
}

export interface CutBody {
  readonly measured: MeasuredBody;
  readonly alpha: number;
}

type BodyItem = DisplayItem & { kind: 'body' };

interface Candidate {
  readonly item: BodyItem;
  readonly measured: MeasuredBody;
  /** Of two at the same distance the one drawn later shows. */
  readonly order: number;
}

/** A copy of a body's field with the pixels of others taken out. */
interface Cutting extends MeasuredBody {
  stamp: number;
  /** What it was made of. */
  key: string;
  usedAt: number;
}

/** Of a map made to break things, so many are joined, and the rest lies below. */
const mostMerged = 24;
const outside = 0xffff;
const tile = 16;
const tilePx = tile * tile;
const shadesBytes = shadeCount * 4;
/** The bodies themselves are counted from 1; these have to have other numbers. */
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
  const cuttings = new Map<string, Cutting>();
  let frame = 0;
  let nextId = firstId;

  function cut(items: readonly DisplayItem[]): ReadonlyMap<DisplayItem, readonly CutBody[]> {
    if (cuttings.size === 0 && !items.some(isMerged)) return noCuts;
    frame++;
    const candidates = candidatesOf(items);
    const cuts = new Map<DisplayItem, readonly CutBody[]>();
    for (const candidate of candidates) {
      const near = candidates.filter((other) => other !== candidate && touches(other, candidate));
      cuts.set(candidate.item, near.length === 0 ? [whole(candidate)] : shared(candidate, near));
    }
    for (const [name, cutting] of cuttings) if (cutting.usedAt !== frame) drop(name, cutting);
    return cuts;
  }

  function candidatesOf(items: readonly DisplayItem[]): Candidate[] {
    return items
      .filter(isMerged)
      .slice(-mostMerged)
      .flatMap((item, order) => {
        const measured = bodies.measure(item.body, item.from, item.to);
        return measured ? [{ item, measured, order }] : [];
      });
  }

  /**
   * What is nearest to its own path. Beside that, what a body still coming or going is nearest to is shown as far as that
   * one lets it: the one takes over from the other without either being seen through.
   */
  function shared(candidate: Candidate, near: readonly Candidate[]): CutBody[] {
    const { item, measured } = candidate;
    const weak = near.filter((other) => other.item.alpha < item.alpha);
    const strong = near.filter((other) => other.item.alpha >= item.alpha);
    const key = [candidate, ...strong].map(keyOf).join() + [';', ...weak.map(keyOf)].join();
    const own = cuttingOf(measured, 'own');
    const left = weak.length > 0 ? cuttingOf(measured, 'left') : null;
    if (own.key !== key || (left && left.key !== key)) {
      own.key = key;
      cutOut(candidate, own, strong);
      if (left) {
        left.key = key;
        giveAway(candidate, { from: own, to: left }, weak);
        stampTiles(left);
      }
      stampTiles(own);
    }
    if (!left) return [{ measured: own, alpha: item.alpha }];
    const taken = Math.max(...weak.map((other) => other.item.alpha));
    return [
      { measured: left, alpha: item.alpha - taken },
      { measured: own, alpha: item.alpha },
    ];
  }

  function cuttingOf(measured: MeasuredBody, part: 'own' | 'left'): Cutting {
    const name = `${measured.id} ${part}`;
    const cutting = cuttings.get(name) ?? create(name, measured);
    cutting.usedAt = frame;
    return cutting;
  }

  function create(name: string, { box, shades }: MeasuredBody): Cutting {
    const pixels = box.width * box.height;
    const field = memory.allocate(pixels * 2);
    const stamps = memory.allocate((pixels / tilePx) * 4);
    const own = memory.allocate(shadesBytes);
    const bytes = new Uint8Array(kernel.memory.buffer);
    bytes.copyWithin(own, shades, shades + shadesBytes);
    // The rim's last shade is a breath of shadow, and would lie on every pixel that was cut out.
    bytes.fill(0, own + shadesBytes - 4, own + shadesBytes);
    const cutting = { id: nextId++, box, field, stamps, shades: own, stamp: 0, key: '', usedAt: frame };
    cuttings.set(name, cutting);
    return cutting;
  }

  function drop(name: string, { field, stamps, shades }: Cutting): void {
    for (const held of [field, stamps, shades]) memory.free(held);
    cuttings.delete(name);
  }

  const fieldOf = ({ field, box }: MeasuredBody) =>
    new Uint16Array(kernel.memory.buffer, field, box.width * box.height);

  /** A copy of the body without what others are nearer to. */
  function cutOut(candidate: Candidate, to: Cutting, others: readonly Candidate[]): void {
    const field = fieldOf(to);
    field.set(fieldOf(candidate.measured));
    for (const other of others) {
      const theirs = fieldOf(other.measured);
      forEachShared(candidate, other, (at, there) => {
        if (isNearer(theirs[there]!, field[at]!, other, candidate)) field[at] = outside;
      });
    }
  }

  /** Moves what others are nearer to from one copy to another. */
  function giveAway(candidate: Candidate, { from, to }: { from: Cutting; to: Cutting }, others: readonly Candidate[]) {
    const [field, left] = [fieldOf(from), fieldOf(to)];
    left.fill(outside);
    for (const other of others) {
      const theirs = fieldOf(other.measured);
      forEachShared(candidate, other, (at, there) => {
        const distance = field[at]!;
        if (distance === outside || !isNearer(theirs[there]!, distance, other, candidate)) return;
        left[at] = distance;
        field[at] = outside;
      });
    }
  }

  /** Says of every tile that it has changed, or that there is nothing in it. */
  function stampTiles(cutting: Cutting): void {
    const field = fieldOf(cutting);
    const stamps = new Uint32Array(kernel.memory.buffer, cutting.stamps, field.length / tilePx);
    cutting.stamp++;
    for (let i = 0; i < stamps.length; i++) {
      const isEmpty = field.subarray(i * tilePx, (i + 1) * tilePx).every((distance) => distance === outside);
      stamps[i] = isEmpty ? 0 : cutting.stamp;
    }
  }

  return { cut };
}

const noCuts: ReadonlyMap<DisplayItem, readonly CutBody[]> = new Map();

function isMerged(item: DisplayItem): item is BodyItem {
  return item.kind === 'body' && item.merged === true;
}

const keyOf = ({ measured: { id, stamp } }: Candidate) => `${id}/${stamp}`;

function whole({ item, measured }: Candidate): CutBody {
  return { measured, alpha: item.alpha };
}

function isNearer(distance: number, than: number, one: Candidate, other: Candidate): boolean {
  return distance < than || (distance === than && distance !== outside && one.order > other.order);
}

function touches({ measured: { box: a } }: Candidate, { measured: { box: b } }: Candidate): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

/** Goes through the pixels two boxes have in common, with the place of each in both. */
function forEachShared(
  { measured: { box } }: Candidate,
  { measured: { box: other } }: Candidate,
  visit: (at: number, there: number) => void,
): void {
  const left = Math.max(box.left, other.left);
  const top = Math.max(box.top, other.top);
  const right = Math.min(box.left + box.width, other.left + other.width);
  const bottom = Math.min(box.top + box.height, other.top + other.height);
  for (let y = top; y < bottom; y += tile) {
    for (let x = left; x < right; x += tile) {
      const at = tilePlace(box, x, y);
      const there = tilePlace(other, x, y);
      for (let i = 0; i < tilePx; i++) visit(at + i, there + i);
    }
  }
}

/** Where the field of a box holds the tile whose corner is at a pixel of the screen. */
function tilePlace({ left, top, width }: Box, x: number, y: number): number {
  return (y - top) * width + (x - left) * tile;
}
