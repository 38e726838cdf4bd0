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
  const commands: { -readonly [Key in keyof Commands]: Commands[Key] } = usedColumns(columns, 0);
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
      const { groups, starts } = columns;
      const inOrder = (a: number, b: number) => groups[a]! - groups[b]! || starts[a]! - starts[b]! || a - b;
      let sorted = true;
      for (let i = first + 1; i < size && sorted; i++) sorted = inOrder(i - 1, i) <= 0;
      if (!sorted) {
        // A plain array, because its sort is fast on runs that are already in order; that of a typed array is not.
        const order: number[] = [];
        for (let i = first; i < size; i++) order.push(i);
        order.sort(inOrder);
        for (const column of Object.values(columns)) column.set(permute(column, order), first);
      }
      findLatestEnds(columns, first, size);
    },
    seal() {
      Object.assign(commands, usedColumns(columns, size));
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
  larger.groups.set(columns.groups);
  larger.starts.set(columns.starts);
  larger.ends.set(columns.ends);
  larger.latestEnds.set(columns.latestEnds);
  larger.from.set(columns.from);
  larger.to.set(columns.to);
  larger.easings.set(columns.easings);
  return larger;
}

function permute(column: Columns[keyof Columns], order: readonly number[]): Float64Array {
  const sorted = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[i] = column[order[i]!]!;
  return sorted;
}

/** Fills the latest end of each command from index `first` on, group by group. */
function findLatestEnds({ groups, ends, latestEnds }: Columns, first: number, size: number): void {
  for (let i = first; i < size; i++) {
    const before = i > first && groups[i - 1] === groups[i] ? latestEnds[i - 1]! : Number.NEGATIVE_INFINITY;
    latestEnds[i] = Math.max(before, ends[i]!);
  }
}

function usedColumns({ starts, ends, latestEnds, from, to, easings }: Columns, size: number): Commands {
  return {
    starts: starts.subarray(0, size),
    ends: ends.subarray(0, size),
    latestEnds: latestEnds.subarray(0, size),
    from: from.subarray(0, size),
    to: to.subarray(0, size),
    easings: easings.subarray(0, size),
  };
}
