import { Failure } from '../../failure.ts';
import { integerOr, pairsOf } from '../fields.ts';
import { type Line, type Sections, splitSections } from '../sections.ts';
import { storyboardOf } from '../storyboard/index.ts';
import { decodeText } from '../text.ts';
import { type Warning, warningList } from '../warnings.ts';
import type { Beatmap } from './beatmap.ts';
import { limits } from './limits.ts';
import { parseEvents } from './parse-events.ts';
import { parseHitObjects } from './parse-hit-objects.ts';
import { parseColours, parseDifficulty, parseGeneral, parseMetadata } from './parse-settings.ts';
import { parseTimingPoints } from './parse-timing-points.ts';

/** Maps without a version line were written by hand or damaged; they are read as what the last stable editor writes. */
const assumedVersion = 14;

/** Reads a .osu of any format version and mode. Untidy files are read as far as they make sense, with warnings. */
export function parseBeatmap(bytes: Uint8Array): { beatmap: Beatmap; warnings: readonly Warning[] } {
  if (bytes.length > limits.fileBytes) {
    throw new Failure('beatmap/too-large', `The file has ${bytes.length} bytes, at most ${limits.fileBytes} are read.`);
  }
  const sections = splitSections(decodeText(bytes), { ...limits, refuse: 'beatmap/too-large' });
  refuseOthers(sections);
  refuseHostile(sections);

  const { list: warnings, warn } = warningList();
  if (sections.version === null) warn(1, `No format version, read as version ${assumedVersion}.`);
  const formatVersion = sections.version ?? assumedVersion;
  // The first editors wrote times 24 ms early; the game moves everything of such a map.
  const timeOffset = formatVersion < 5 ? 24 : 0;
  const section = (name: string) => sections.lines.get(name) ?? [];
  const events = section('events');
  const general = parseGeneral(pairsOf(section('general')), timeOffset);
  return {
    beatmap: {
      formatVersion,
      timeOffset,
      general,
      metadata: parseMetadata(pairsOf(section('metadata'))),
      difficulty: parseDifficulty(pairsOf(section('difficulty'))),
      timingPoints: parseTimingPoints(section('timingpoints'), { timeOffset, sampleSet: general.sampleSet, warn }),
      colours: parseColours(pairsOf(section('colours'))),
      ...parseEvents(events, timeOffset),
      objects: parseHitObjects(section('hitobjects'), { formatVersion, timeOffset, warn }),
      storyboard: storyboardOf({ events, variables: section('variables'), formatVersion }, warn),
    },
    warnings,
  };
}

function refuseOthers({ version, lines }: Sections): void {
  const known = ['general', 'metadata', 'difficulty', 'events', 'timingpoints', 'hitobjects'];
  if (version === null && !known.some((name) => lines.has(name))) {
    throw new Failure('beatmap/unreadable', 'Neither "osu file format vN" nor a section of a beatmap was found.');
  }
}

/** One look at everything that multiplies into work, before any of it is done. */
function refuseHostile({ lines }: Sections): void {
  const objects = lines.get('hitobjects') ?? [];
  refuseAbove(limits.objects, objects.length, () => 'hit objects');
  refuseAbove(limits.timingPoints, lines.get('timingpoints')?.length ?? 0, () => 'timing points');
  let slides = 0;
  for (const line of objects) {
    if (!line.text.includes('|')) continue;
    const fields = line.text.split(',', 7);
    const own = integerOr(fields[6], 1);
    slides += Math.max(own, 0);
    refuseAbove(limits.slides, own, () => `slides in line ${line.number}`);
    refuseAbove(limits.pointsPerSlider, curvePoints(line, fields[5]), () => `curve points in line ${line.number}`);
  }
  refuseAbove(limits.sliderPoints, slides, () => 'slides in all');
}

function curvePoints(line: Line, curve: string | undefined): number {
  return line.text.length < limits.pointsPerSlider ? 0 : (curve ?? '').split('|').length - 1;
}

function refuseAbove(limit: number, found: number, what: () => string): void {
  if (found > limit) throw new Failure('beatmap/too-large', `Found ${found} ${what()}, at most ${limit} are read.`);
}
