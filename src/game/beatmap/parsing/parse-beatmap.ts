import { Failure } from '../../../failure.ts';
import { parseStoryboardLines } from '../../storyboard/index.ts';
import { decodeText } from '../../text-format/decode-text.ts';
import { integerOr, parseKeyValuePairs } from '../../text-format/fields.ts';
import { type Line, type Sections, splitSections } from '../../text-format/sections.ts';
import { createWarningList, type Warning } from '../../text-format/warnings.ts';
import type { Beatmap } from '../beatmap.ts';
import { limits } from '../limits.ts';
import { parseEvents } from './parse-events.ts';
import { parseHitObjects } from './parse-hit-objects.ts';
import { parseColours, parseDifficulty, parseGeneral, parseMetadata } from './parse-settings.ts';
import { parseTimingPoints } from './parse-timing-points.ts';

/** A file without a version line was written by hand or is damaged: read it as the last format of the stable editor. */
const assumedVersion = 14;

/** Parses a .osu file of any format version and game mode. Malformed lines are skipped and reported as warnings. */
export function parseBeatmap(bytes: Uint8Array): { beatmap: Beatmap; warnings: readonly Warning[] } {
  if (bytes.length > limits.maxFileBytes) {
    throw new Failure('beatmap/too-large', `The file has ${bytes.length} bytes; the limit is ${limits.maxFileBytes}.`);
  }
  const sections = splitSections(decodeText(bytes), {
    maxLineChars: limits.maxLineChars,
    maxLines: limits.maxLines,
    failureCode: 'beatmap/too-large',
  });
  requireBeatmap(sections);
  requireWithinLimits(sections);

  const { list: warnings, warn } = createWarningList();
  if (sections.version === null)
    warn(1, `The format version is missing; reading the file as version ${assumedVersion}.`);
  const formatVersion = sections.version ?? assumedVersion;
  // The first editors wrote times 24 ms early; the game shifts all times of such maps.
  const timeOffset = formatVersion < 5 ? 24 : 0;
  const section = (name: string) => sections.lines.get(name) ?? [];
  const events = section('events');
  const general = parseGeneral(parseKeyValuePairs(section('general')), timeOffset);
  return {
    beatmap: {
      formatVersion,
      timeOffset,
      general,
      metadata: parseMetadata(parseKeyValuePairs(section('metadata'))),
      difficulty: parseDifficulty(parseKeyValuePairs(section('difficulty'))),
      timingPoints: parseTimingPoints(section('timingpoints'), { timeOffset, sampleSet: general.sampleSet, warn }),
      colours: parseColours(parseKeyValuePairs(section('colours'))),
      ...parseEvents(events, timeOffset),
      objects: parseHitObjects(section('hitobjects'), { formatVersion, timeOffset, warn }),
      storyboard: parseStoryboardLines({ events, variables: section('variables'), formatVersion }, warn),
    },
    warnings,
  };
}

function requireBeatmap({ version, lines }: Sections): void {
  const sectionNames = ['general', 'metadata', 'difficulty', 'events', 'timingpoints', 'hitobjects'];
  if (version === null && !sectionNames.some((name) => lines.has(name))) {
    throw new Failure('beatmap/unreadable', 'The file has neither "osu file format vN" nor a beatmap section.');
  }
}

/** Checks everything that can multiply into work before any of that work starts. */
function requireWithinLimits({ lines }: Sections): void {
  const objects = lines.get('hitobjects') ?? [];
  requireAtMost(limits.maxObjects, objects.length, () => 'hit objects');
  requireAtMost(limits.maxTimingPoints, lines.get('timingpoints')?.length ?? 0, () => 'timing points');
  let slides = 0;
  for (const line of objects) {
    if (!line.text.includes('|')) continue;
    const fields = line.text.split(',', 7);
    const own = integerOr(fields[6], 1);
    slides += Math.max(own, 0);
    requireAtMost(limits.maxSlides, own, () => `slides in line ${line.number}`);
    requireAtMost(
      limits.maxPointsPerSlider,
      countCurvePoints(line, fields[5]),
      () => `curve points in line ${line.number}`,
    );
  }
  requireAtMost(limits.maxSliderPoints, slides, () => 'slides in total');
}

function countCurvePoints(line: Line, curve: string | undefined): number {
  return line.text.length < limits.maxPointsPerSlider ? 0 : (curve ?? '').split('|').length - 1;
}

function requireAtMost(limit: number, found: number, what: () => string): void {
  if (found > limit) throw new Failure('beatmap/too-large', `Found ${found} ${what()}; the limit is ${limit}.`);
}
