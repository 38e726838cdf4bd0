import { Failure } from '../../failure.ts';
import { limits } from './limits.ts';
import type { Commands } from './storyboard.ts';

/** A change of one property from one value to another. */
export interface Command {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly easing: number;
}

/** Collects the commands of a storyboard in growing arrays. */
export interface CommandBuffer {
  /** The arrays that tracks refer to; `seal` fills them. */
  readonly commands: Commands;
  size(): number;
  /** Adds a command; sorting keeps the commands of a group together. */
  push(group: number, command: Command): void;
  groupOf(index: number): number;
  startOf(index: number): number;
  endOf(index: number): number;
  fromOf(index: number): number;
  /** Sorts the commands from index `first` on by group, then start, then order of insertion, and finds their latest ends. */
  sortFrom(first: number): void;
  seal(): void;
}

/** Creates an empty buffer. */
export function createCommandBuffer(): CommandBuffer {
  let size = 0;
  let columns = createColumns(256);
  let scratch = createColumns(256);
  const commands: { -readonly [Key in keyof Commands]: Commands[Key] } = commandsOf(columns, 0);
  return {
    commands,
    size: () => size,
    push(group, command) {
      if (size === limits.maxCommands) {
        throw new Failure('storyboard/too-large', `The storyboard has more than ${limits.maxCommands} commands.`);
      }
      if (size === columns.starts.length) columns = growColumns(columns);
      columns.groups[size] = group;
      columns.starts[size] = command.start;
      columns.ends[size] = command.end;
      columns.from[size] = command.from;
      columns.to[size] = command.to;
      columns.easings[size] = command.easing;
      size++;
    },
    groupOf: (index) => columns.groups[index]!,
    startOf: (index) => columns.starts[index]!,
    endOf: (index) => columns.ends[index]!,
    fromOf: (index) => columns.from[index]!,
    sortFrom(first) {
      if (!isSorted(columns, first, size)) {
        const order = sortedOrder(columns, first, size);
        if (scratch.starts.length < order.length) scratch = createColumns(order.length * 2);
        for (let i = 0; i < order.length; i++) copyCommand(columns, order[i]!, { to: scratch, at: i });
        setColumns(columns, usedColumns(scratch, order.length), first);
      }
      findLatestEnds(columns, first, size);
    },
    seal() {
      Object.assign(commands, commandsOf(columns, size));
    },
  };
}

type Columns = ReturnType<typeof createColumns>;

function createColumns(length: number) {
  return {
    groups: new Uint32Array(length),
    starts: new Float64Array(length),
    ends: new Float64Array(length),
    latestEnds: new Float64Array(length),
    from: new Float32Array(length),
    to: new Float32Array(length),
    easings: new Uint8Array(length),
  };
}

function growColumns(columns: Columns): Columns {
  const larger = createColumns(columns.starts.length * 2);
  setColumns(larger, columns, 0);
  return larger;
}

function setColumns(target: Columns, source: Columns, at: number): void {
  target.groups.set(source.groups, at);
  target.starts.set(source.starts, at);
  target.ends.set(source.ends, at);
  target.latestEnds.set(source.latestEnds, at);
  target.from.set(source.from, at);
  target.to.set(source.to, at);
  target.easings.set(source.easings, at);
}

/** Copies everything that `push` has written: a loop over the columns would not know their types, and is slow. */
function copyCommand(source: Columns, index: number, { to, at }: { to: Columns; at: number }): void {
  to.groups[at] = source.groups[index]!;
  to.starts[at] = source.starts[index]!;
  to.ends[at] = source.ends[index]!;
  to.from[at] = source.from[index]!;
  to.to[at] = source.to[index]!;
  to.easings[at] = source.easings[index]!;
}

function isSorted({ groups, starts }: Columns, first: number, size: number): boolean {
  for (let i = first + 1; i < size; i++) {
    if (groups[i - 1]! > groups[i]! || (groups[i - 1] === groups[i] && starts[i - 1]! > starts[i]!)) return false;
  }
  return true;
}

/** The indices from `first` on in sorted order. Commands of several groups alternate, but mostly each group is in order. */
function sortedOrder({ groups, starts }: Columns, first: number, size: number): readonly number[] {
  const byGroup = new Map<number, number[]>();
  for (let i = first; i < size; i++) {
    const indices = byGroup.get(groups[i]!);
    if (indices === undefined) byGroup.set(groups[i]!, [i]);
    else indices.push(i);
  }
  const order: number[] = [];
  for (const [, indices] of [...byGroup].sort(([a], [b]) => a - b)) {
    if (!isAscending(indices, starts)) indices.sort((a, b) => starts[a]! - starts[b]!);
    for (const index of indices) order.push(index);
  }
  return order;
}

function isAscending(indices: readonly number[], starts: Float64Array): boolean {
  for (let i = 1; i < indices.length; i++) if (starts[indices[i - 1]!]! > starts[indices[i]!]!) return false;
  return true;
}

/** Fills the latest end of each command from index `first` on, group by group. */
function findLatestEnds({ groups, ends, latestEnds }: Columns, first: number, size: number): void {
  for (let i = first; i < size; i++) {
    const before = i > first && groups[i - 1] === groups[i] ? latestEnds[i - 1]! : Number.NEGATIVE_INFINITY;
    latestEnds[i] = Math.max(before, ends[i]!);
  }
}

function commandsOf(columns: Columns, size: number): Commands {
  const { groups: _, ...commands } = usedColumns(columns, size);
  return commands;
}

function usedColumns({ groups, starts, ends, latestEnds, from, to, easings }: Columns, size: number): Columns {
  return {
    groups: groups.subarray(0, size),
    starts: starts.subarray(0, size),
    ends: ends.subarray(0, size),
    latestEnds: latestEnds.subarray(0, size),
    from: from.subarray(0, size),
    to: to.subarray(0, size),
    easings: easings.subarray(0, size),
  };
}
