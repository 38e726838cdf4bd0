import type { Millis } from '../units.ts';
import type { Command, CommandBuffer } from './command-buffer.ts';
import type { Property, Timeline, Track, TrackPart, Tracks, Trigger } from './storyboard.ts';

const properties: readonly Property[] = [
  'alpha',
  'x',
  'y',
  'scale',
  'scaleX',
  'scaleY',
  'rotation',
  'red',
  'green',
  'blue',
  'flipX',
  'flipY',
  'additive',
];

/** Where a command is written: below the sprite itself, or in one of its loops or triggers. */
type Block =
  | { readonly kind: 'plain' }
  | { readonly kind: 'loop'; readonly start: Millis; readonly count: number }
  | ({ readonly kind: 'trigger' } & Pick<Trigger, 'on' | 'start' | 'end' | 'group'>);

/** Takes the commands of one sprite in file order and arranges them by property. */
export interface TimelineBuilder {
  /** Commands go to the sprite itself again. */
  leaveBlock(): void;
  enterBlock(block: Block): void;
  add(property: Property, command: Command): void;
  finish(): Timeline;
}

/** A builder for the next sprite of a storyboard. */
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
      buffer.push(current * properties.length + properties.indexOf(property), command);
    },
    finish() {
      if (buffer.size() === first) return { lifetime: null, tracks: {}, triggers: [] };
      buffer.sortFrom(first);
      return buildTimeline(buffer, first, blocks);
    },
  };
}

/** The commands of one property in one block, and when they run. */
interface Run {
  readonly property: Property;
  readonly block: number;
  readonly first: number;
  readonly count: number;
}

function buildTimeline(buffer: CommandBuffer, first: number, blocks: readonly Block[]): Timeline {
  const spans = blocks.map(() => ({ start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY }));
  const runs: Run[] = [];
  for (let i = first; i < buffer.size(); ) {
    const group = buffer.groupOf(i);
    const block = Math.floor(group / properties.length);
    const span = spans[block]!;
    const from = i;
    for (; i < buffer.size() && buffer.groupOf(i) === group; i++) {
      span.start = Math.min(span.start, buffer.startOf(i));
      span.end = Math.max(span.end, buffer.endOf(i));
    }
    runs.push({ property: properties[group % properties.length]!, block, first: from, count: i - from });
  }
  const shown: { run: Run; loop: TrackPart['loop'] }[] = [];
  const triggered = new Map<number, Run[]>();
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    const block = blocks[run.block]!;
    const span = spans[run.block]!;
    if (block.kind === 'trigger') {
      triggered.set(run.block, [...(triggered.get(run.block) ?? []), run]);
      continue;
    }
    const loop = block.kind === 'loop' ? { ...block, period: span.end - span.start } : null;
    const base = loop?.start ?? 0;
    start = Math.min(start, base + span.start);
    end = Math.max(end, base + span.end + (loop ? (loop.count - 1) * loop.period : 0));
    shown.push({ run, loop: loop && { start: loop.start, period: loop.period, count: loop.count } });
  }
  return {
    lifetime: shown.length > 0 ? { start, end } : null,
    tracks: buildTracks(buffer, shown),
    triggers: blocks.flatMap((block, i) => {
      const inner = triggered.get(i);
      if (block.kind !== 'trigger' || inner === undefined) return [];
      const { on, start: from, end: until, group } = block;
      const tracks = buildTracks(
        buffer,
        inner.map((run) => ({ run, loop: null })),
      );
      return [{ on, start: from, end: until, group, duration: Math.max(spans[i]!.end, 0), tracks }];
    }),
  };
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
