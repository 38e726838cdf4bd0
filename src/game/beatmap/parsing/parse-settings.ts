import { clamp } from '../../arithmetic.ts';
import { integerOr, numberOr } from '../../text-format/fields.ts';
import type { Millis, Rgb } from '../../units.ts';
import type { Colours, Difficulty, General, Metadata, SampleSet } from '../beatmap.ts';

type Pairs = ReadonlyMap<string, string>;

/** Parses [General]; missing keys get the game's defaults. */
export function parseGeneral(pairs: Pairs, timeOffset: Millis): General {
  const flag = (key: string) => integerOr(pairs.get(key), 0) === 1;
  const previewTime = numberOr(pairs.get('PreviewTime'), -1);
  return {
    audioFilename: pairs.get('AudioFilename') ?? '',
    audioLeadIn: numberOr(pairs.get('AudioLeadIn'), 0),
    previewTime: previewTime === -1 ? -1 : previewTime + timeOffset,
    countdown: integerOr(pairs.get('Countdown'), 1),
    countdownOffset: integerOr(pairs.get('CountdownOffset'), 0),
    sampleSet: parseSampleSetName(pairs.get('SampleSet')),
    sampleVolume: clamp(integerOr(pairs.get('SampleVolume'), 100), 0, 100),
    stackLeniency: Math.fround(numberOr(pairs.get('StackLeniency'), 0.7)),
    mode: integerOr(pairs.get('Mode'), 0),
    letterboxInBreaks: flag('LetterboxInBreaks'),
    storyFireInFront: flag('StoryFireInFront'),
    useSkinSprites: flag('UseSkinSprites'),
    skinPreference: pairs.get('SkinPreference') ?? '',
    epilepsyWarning: flag('EpilepsyWarning'),
    widescreenStoryboard: flag('WidescreenStoryboard'),
    samplesMatchPlaybackRate: flag('SamplesMatchPlaybackRate'),
  };
}

/** Parses [Metadata]; a missing Unicode title or artist falls back to the romanised one. */
export function parseMetadata(pairs: Pairs): Metadata {
  const title = pairs.get('Title') ?? '';
  const artist = pairs.get('Artist') ?? '';
  return {
    title,
    titleUnicode: pairs.get('TitleUnicode') || title,
    artist,
    artistUnicode: pairs.get('ArtistUnicode') || artist,
    creator: pairs.get('Creator') ?? '',
    version: pairs.get('Version') ?? '',
    source: pairs.get('Source') ?? '',
    tags: pairs.get('Tags') ?? '',
    beatmapId: integerOr(pairs.get('BeatmapID'), 0),
    beatmapSetId: integerOr(pairs.get('BeatmapSetID'), -1),
  };
}

/** Parses [Difficulty] and clamps it to the game's ranges (rule BM3). */
export function parseDifficulty(pairs: Pairs): Difficulty {
  const level = (key: string, missing: number) => Math.fround(clamp(numberOr(pairs.get(key), missing), 0, 10));
  const od = level('OverallDifficulty', 5);
  return {
    hp: level('HPDrainRate', 5),
    cs: level('CircleSize', 5),
    od,
    // In maps older than the ApproachRate key, the overall difficulty is also the approach rate.
    ar: level('ApproachRate', od),
    sliderMultiplier: clamp(numberOr(pairs.get('SliderMultiplier'), 1.4), 0.4, 3.6),
    sliderTickRate: clamp(numberOr(pairs.get('SliderTickRate'), 1), 0.5, 8),
  };
}

/** Parses [Colours]. */
export function parseColours(pairs: Pairs): Colours {
  const combos: Rgb[] = [];
  for (let i = 1; i <= 8; i++) {
    const colour = parseColour(pairs.get(`Combo${i}`));
    if (colour !== null) combos.push(colour);
  }
  return {
    combos,
    sliderBorder: parseColour(pairs.get('SliderBorder')),
    sliderTrackOverride: parseColour(pairs.get('SliderTrackOverride')),
  };
}

/** A fourth number, alpha, is allowed and ignored. */
function parseColour(text: string | undefined): Rgb | null {
  const [r, g, b] = (text ?? '').split(',').map((channel) => integerOr(channel, Number.NaN));
  if (r === undefined || g === undefined || b === undefined || Number.isNaN(r + g + b)) return null;
  return { r: clamp(r, 0, 255), g: clamp(g, 0, 255), b: clamp(b, 0, 255) };
}

function parseSampleSetName(name: string | undefined): SampleSet {
  const set = name?.toLowerCase();
  return set === 'soft' || set === 'drum' ? set : 'normal';
}
