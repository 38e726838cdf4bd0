import { Failure } from '../../failure.ts';
import { clamp } from '../arithmetic.ts';
import { decodeText } from '../text-format/decode-text.ts';
import { integerOr, isVideoName, numberOr, parseNumber, unquoteFileName } from '../text-format/fields.ts';
import { type Lines, splitSections } from '../text-format/sections.ts';
import { createWarningList, type Warn, type Warning } from '../text-format/warnings.ts';
import { createCommandBuffer } from './command-buffer.ts';
import { CommandFields } from './command-fields.ts';
import { limits, maxTime } from './limits.ts';
import { addCommand } from './parse-command.ts';
import { parseLayer, parseOrigin } from './parse-keywords.ts';
import type { Storyboard, StoryboardSample, StoryboardSprite, StoryboardVideo, Timeline } from './storyboard.ts';
import { createTimelineBuilder, type TimelineBuilder } from './timeline-builder.ts';
import { createVariableReplacer } from './variables.ts';

/** The lines of a storyboard. */
export interface StoryboardLines {
  readonly events: Lines;
  readonly variables: Lines;
  /** Null for a file without a version line, which has the current format. */
  readonly formatVersion: number | null;
}

/** Parses a .osb file. Malformed lines are skipped with a warning, as in the game. */
export function parseStoryboard(bytes: Uint8Array): { storyboard: Storyboard; warnings: readonly Warning[] } {
  if (bytes.length > limits.maxFileBytes) {
    throw new Failure(
      'storyboard/too-large',
      `The storyboard has ${bytes.length} bytes; the limit is ${limits.maxFileBytes}.`,
    );
  }
  const { version, lines } = splitSections(decodeText(bytes), {
    maxLineChars: limits.maxLineChars,
    maxLines: limits.maxLines,
    failureCode: 'storyboard/too-large',
  });
  const { list: warnings, warn } = createWarningList();
  const storyboard = parseStoryboardLines(
    { events: lines.get('events') ?? [], variables: lines.get('variables') ?? [], formatVersion: version },
    warn,
  );
  return { storyboard, warnings };
}

/** Parses a storyboard from the lines of a .osu or .osb file. */
export function parseStoryboardLines({ events, variables, formatVersion }: StoryboardLines, warn: Warn): Storyboard {
  const sprites: StoryboardSprite[] = [];
  const videos: StoryboardVideo[] = [];
  const samples: StoryboardSample[] = [];
  const replace = createVariableReplacer(variables, warn);
  const buffer = createCommandBuffer();
  const commandFields = new CommandFields();
  let finish: ((timeline: Timeline) => void) | null = null;
  let timeline: TimelineBuilder | null = null;
  const close = () => {
    if (timeline !== null) finish?.(timeline.finish());
    timeline = null;
  };
  const open = (add: (timeline: Timeline) => void) => {
    timeline = createTimelineBuilder(buffer);
    finish = add;
  };

  for (const line of events) {
    const text = replace(line.text);
    const depth = depthOf(text);
    if (depth > 0) {
      if (timeline === null) continue;
      const builder: TimelineBuilder = timeline;
      if (depth === 1) builder.leaveBlock();
      commandFields.read(text, depth);
      if (!addCommand(builder, commandFields))
        warn(line.number, `Skipped a malformed storyboard command: ${text.trim().slice(0, 80)}`);
      continue;
    }
    close();
    const fields = text.split(',');
    if (sprites.length + videos.length + samples.length >= limits.maxElements) {
      throw new Failure('storyboard/too-large', `The storyboard has more than ${limits.maxElements} elements.`);
    }
    switch ((fields[0] ?? '').trim().toLowerCase()) {
      case '4':
      case 'sprite':
        open((timeline) => sprites.push({ ...parseSpriteFields(fields), animation: null, timeline }));
        break;
      case '6':
      case 'animation':
        open((timeline) =>
          sprites.push({ ...parseSpriteFields(fields), animation: parseAnimation(fields, formatVersion), timeline }),
        );
        break;
      case '1':
      case 'video':
        // An image here is the map's background, which `parseEvents` handles.
        if (isVideoName(parsePath(fields[2]))) {
          open((timeline) => videos.push({ file: parsePath(fields[2]), offset: numberOr(fields[1], 0), timeline }));
        }
        break;
      case '5':
      case 'sample': {
        const sample = parseSample(fields);
        if (sample === null) warn(line.number, `Skipped a malformed storyboard sample: ${text.slice(0, 80)}`);
        else samples.push(sample);
        break;
      }
    }
  }
  close();
  buffer.seal();
  return { sprites, videos, samples: samples.sort((a, b) => a.time - b.time) };
}

/** Merges the storyboards of a map's .osu file and of the set's .osb file; the map's sprites are behind (rule SB8). */
export function mergeStoryboards(ofMap: Storyboard, ofSet: Storyboard): Storyboard {
  return {
    sprites: [...ofMap.sprites, ...ofSet.sprites],
    videos: [...ofMap.videos, ...ofSet.videos],
    samples: [...ofMap.samples, ...ofSet.samples].sort((a, b) => a.time - b.time),
  };
}

/** Spaces or underscores before a command. */
function depthOf(text: string): number {
  let depth = 0;
  while (text[depth] === ' ' || text[depth] === '_') depth++;
  return depth;
}

function parseSpriteFields(fields: readonly string[]) {
  return {
    layer: parseLayer(fields[1]),
    origin: parseOrigin(fields[2]),
    file: parsePath(fields[3]),
    x: numberOr(fields[4], 0),
    y: numberOr(fields[5], 0),
  };
}

function parseAnimation(fields: readonly string[], formatVersion: number | null): StoryboardSprite['animation'] {
  const delay = Math.max(numberOr(fields[7], 0), 0);
  const loopType = (fields[8] ?? '').trim().toLowerCase();
  return {
    frames: clamp(integerOr(fields[6], 1), 1, 10_000),
    // The first editors wrote delays in frames of their own clock.
    delay: formatVersion !== null && formatVersion < 6 ? Math.round(0.015 * delay) * 1.186 * (1000 / 60) : delay,
    loops: loopType !== 'looponce' && loopType !== '1',
  };
}

function parseSample(fields: readonly string[]): StoryboardSample | null {
  const time = parseNumber(fields[1]);
  const file = parsePath(fields[3]);
  if (!(Math.abs(time) <= maxTime) || file === '') return null;
  return { time, layer: parseLayer(fields[2]), file, volume: clamp(numberOr(fields[4], 100), 0, 100) };
}

function parsePath(field: string | undefined): string {
  return unquoteFileName(field).replaceAll('\\', '/');
}
