import type { Storyboard } from '../storyboard/index.ts';
import type { Millis, OsuPoint, Rgb } from '../units.ts';

/** The contents of a .osu file, before mods, stacking and slider paths; `prepareMap` makes a playable map of it. */
export interface Beatmap {
  readonly formatVersion: number;
  /** 24 for formats before 5. It is already added to every time of the map; replay frames need it too. */
  readonly timeOffset: Millis;
  readonly general: General;
  readonly metadata: Metadata;
  readonly difficulty: Difficulty;
  readonly timingPoints: readonly TimingPoint[];
  readonly breaks: readonly Break[];
  readonly colours: Colours;
  /** File name of the background image, as written. */
  readonly background: string | null;
  readonly video: { readonly file: string; readonly offset: Millis } | null;
  /** Sorted by time, equal times in file order. */
  readonly objects: readonly HitObject[];
  /** The storyboard of the .osu file; the set's .osb file is parsed separately. */
  readonly storyboard: Storyboard;
}

/** The section [General]. */
export interface General {
  readonly audioFilename: string;
  readonly audioLeadIn: Millis;
  readonly previewTime: Millis;
  readonly countdown: number;
  readonly countdownOffset: number;
  readonly sampleSet: SampleSet;
  readonly sampleVolume: number;
  readonly stackLeniency: number;
  readonly mode: number;
  readonly letterboxInBreaks: boolean;
  readonly storyFireInFront: boolean;
  readonly useSkinSprites: boolean;
  readonly skinPreference: string;
  readonly epilepsyWarning: boolean;
  readonly widescreenStoryboard: boolean;
  readonly samplesMatchPlaybackRate: boolean;
}

/** The section [Metadata]: titles, artists, mapper, ids. */
export interface Metadata {
  readonly title: string;
  readonly titleUnicode: string;
  readonly artist: string;
  readonly artistUnicode: string;
  readonly creator: string;
  readonly version: string;
  readonly source: string;
  readonly tags: string;
  readonly beatmapId: number;
  readonly beatmapSetId: number;
}

/** The section [Difficulty], clamped to the game's ranges, before mods; hp, cs, od and ar are 32-bit floats. */
export interface Difficulty {
  readonly hp: number;
  readonly cs: number;
  readonly od: number;
  readonly ar: number;
  readonly sliderMultiplier: number;
  readonly sliderTickRate: number;
}

/** A set of hit sounds; `inherit` (0 in the file) takes that of the timing point. */
export type SampleSet = 'inherit' | 'normal' | 'soft' | 'drum';

/** A line of [TimingPoints]. */
export interface TimingPoint {
  readonly time: Millis;
  /** Uninherited: milliseconds per beat. Inherited: −100 / slider velocity, as in the file. May be NaN. */
  readonly beatLength: number;
  readonly meter: number;
  readonly sampleSet: SampleSet;
  readonly sampleIndex: number;
  readonly volume: number;
  readonly uninherited: boolean;
  readonly kiai: boolean;
  readonly omitFirstBarLine: boolean;
}

/** A break between objects, as the mapper placed it. */
export interface Break {
  readonly start: Millis;
  readonly end: Millis;
}

/** The section [Colours]. */
export interface Colours {
  /** Those of Combo1 to Combo8 that the file has; may be empty. */
  readonly combos: readonly Rgb[];
  readonly sliderBorder: Rgb | null;
  readonly sliderTrackOverride: Rgb | null;
}

/** A line of [HitObjects]. */
export type HitObject = HitCircle | Slider | Spinner;

interface ObjectLine {
  readonly at: OsuPoint;
  readonly time: Millis;
  /** The flag in the file; `prepareMap` decides where combos start. */
  readonly newCombo: boolean;
  readonly comboSkip: number;
  readonly hitSound: HitSound;
  readonly sample: HitSample;
}

/** A hit circle as written in the file. */
export interface HitCircle extends ObjectLine {
  readonly kind: 'circle';
}

/** A slider as written in the file. */
export interface Slider extends ObjectLine {
  readonly kind: 'slider';
  /** The head is the first point of the first segment; each later segment starts where the one before ends. */
  readonly curve: readonly CurveSegment[];
  /** How often the ball travels the path: 1 for a slider without repeats. */
  readonly slides: number;
  /** In osu! pixels; null for the length of the curve itself. */
  readonly length: number | null;
  /** Sounds of head, repeats and end: `slides` + 1 entries. */
  readonly edges: readonly { readonly hitSound: HitSound; readonly sample: HitSample }[];
}

/** A spinner as written in the file. */
export interface Spinner extends ObjectLine {
  readonly kind: 'spinner';
  readonly endTime: Millis;
}

/** A part of a slider's curve with one curve type. */
export interface CurveSegment {
  readonly type: 'linear' | 'bezier' | 'perfect' | 'catmull';
  /** Degree of a B-spline (lazer's `B5`); null for a plain Bézier. */
  readonly degree: number | null;
  readonly points: readonly OsuPoint[];
}

/** The sounds that a hit plays together. */
export interface HitSound {
  readonly normal: boolean;
  readonly whistle: boolean;
  readonly finish: boolean;
  readonly clap: boolean;
}

/** Which sample files a hit plays, and how loud. */
export interface HitSample {
  readonly normalSet: SampleSet;
  readonly additionSet: SampleSet;
  readonly index: number;
  /** 1 to 100; 0 for the timing point's volume. */
  readonly volume: number;
  readonly filename: string;
}
