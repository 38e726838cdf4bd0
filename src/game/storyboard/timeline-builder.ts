import type { Millis } from '../units.ts';
import type { Command, CommandBuffer } from './command-buffer.ts';
import type { Property, Timeline, Track, TrackPart, Tracks, Trigger } from './storyboard.ts';

/** The order in which the commands of a sprite are stored. */
const propertyNumbers: { readonly [P in Property]: number } = {
  alpha: 0,
  x: 1,
  y: 2,
  scale: 3,
  scaleX: 4,
  scaleY: 5,
  rotation: 6,
  red: 7,
  green: 8,
  blue: 9,
  flipX: 10,
  flipY: 11,
  additive: 12,
};
const properties = Object.keys(propertyNumbers) as readonly Property[];

/** What a command belongs to: the sprite itself, or one of its loops or triggers. */
type Block =
  | { readonly kind: 'plain' }
  | { readonly kind: 'loop'; readonly start: Millis; readonly count: number }
  | ({ readonly kind: 'trigger' } & Pick<Trigger, 'on' | 'start' | 'end' | 'group'>);

/** Collects the commands of one sprite in file order and groups them by property. */
export interface TimelineBuilder {
  /** The next commands belong to the sprite itself. */
  leaveBlock(): void;
  enterBlock(block: Block): void;
  add(property: Property, command: Command): void;
  finish(): Timeline;
}

/** Creates a builder for the next sprite of a storyboard. */
export function createTimelineBuilder(buffer: CommandBuffer): TimelineBuilder {
  const first = buffer.size();
  const blocks: Block[] = [{ kind: 'plain' }];
  let current = 0;
  return {
    leaveBlock() {
      current = 0;
    },
    enterBlock(block) {
      current = blocks.push(block) - 1;
    },
    add(property, command) {
      buffer.push(current * properties.length + propertyNumbers[property], command);
    },
    finish() {
      if (buffer.size() === first) return { lifetime: null, tracks: {}, triggers: [] };
      buffer.sortFrom(first);
      return buildTimeline(buffer, first, blocks);
    },
  };
}

/** The commands of one property in one block. */
interface Run {
  readonly property: Property;
  readonly first: number;
  readonly count: number;
}

/** The commands of one block, and the time they span. */
interface BlockCommands {
  readonly block: Block;
  readonly runs: Run[];
  start: Millis;
  end: Millis;
}

function buildTimeline(buffer: CommandBuffer, first: number, blocks: readonly Block[]): Timeline {
  const parts: { run: Run; loop: TrackPart['loop'] }[] = [];
  const triggers: Trigger[] = [];
  let lifetimeStart = Number.POSITIVE_INFINITY;
  let lifetimeEnd = Number.NEGATIVE_INFINITY;
  for (const { block, runs, start, end } of groupByBlock(buffer, first, blocks)) {
    if (runs.length === 0) continue;
    if (block.kind === 'trigger') {
      const tracks = buildTracks(
        buffer,
        runs.map((run) => ({ run, loop: null })),
      );
      const { on, group } = block;
      triggers.push({ on, start: block.start, end: block.end, group, duration: Math.max(end, 0), tracks });
      continue;
    }
    const loop = block.kind === 'loop' ? { start: block.start, period: end - start, count: block.count } : null;
    const base = loop?.start ?? 0;
    lifetimeStart = Math.min(lifetimeStart, base + start);
    lifetimeEnd = Math.max(lifetimeEnd, base + end + (loop ? (loop.count - 1) * loop.period : 0));
    for (const run of runs) parts.push({ run, loop });
  }
  return {
    lifetime: parts.length > 0 ? { start: lifetimeStart, end: lifetimeEnd } : null,
    tracks: buildTracks(buffer, parts),
    triggers,
  };
}

function groupByBlock(buffer: CommandBuffer, first: number, blocks: readonly Block[]): readonly BlockCommands[] {
  const grouped = blocks.map(
    (block): BlockCommands => ({
      block,
      runs: [],
      start: Number.POSITIVE_INFINITY,
      end: Number.NEGATIVE_INFINITY,
    }),
  );
  for (let i = first; i < buffer.size(); ) {
    const group = buffer.groupOf(i);
    const commands = grouped[Math.floor(group / properties.length)]!;
    const from = i;
    for (; i < buffer.size() && buffer.groupOf(i) === group; i++) {
      commands.start = Math.min(commands.start, buffer.startOf(i));
      commands.end = Math.max(commands.end, buffer.endOf(i));
    }
    commands.runs.push({ property: properties[group % properties.length]!, first: from, count: i - from });
  }
  return grouped;
}

function buildTracks(buffer: CommandBuffer, runs: readonly { run: Run; loop: TrackPart['loop'] }[]): Tracks {
  const tracks: { [P in Property]?: { initial: number; parts: TrackPart[]; earliest: Millis } } = {};
  for (const { run, loop } of runs) {
    const part: TrackPart = { commands: buffer.commands, first: run.first, count: run.count, loop };
    const starts = (loop?.start ?? 0) + buffer.startOf(run.first);
    const track = tracks[run.property];
    if (track === undefined) {
      tracks[run.property] = { initial: buffer.fromOf(run.first), parts: [part], earliest: starts };
      continue;
    }
    track.parts.push(part);
    if (starts < track.earliest) {
      track.earliest = starts;
      track.initial = buffer.fromOf(run.first);
    }
  }
  const entries = Object.entries(tracks).map(([property, { initial, parts }]) => [property, { initial, parts }]);
  return Object.fromEntries(entries) as { [P in Property]?: Track };
}
