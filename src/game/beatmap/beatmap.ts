import type { Storyboard } from '../storyboard/index.ts';
import type { Millis, OsuPoint, Rgb } from '../units.ts';

/** A .osu file as it stands: no mod applied, nothing stacked, no path computed. `prepareMap` makes it playable. */
export interface Beatmap {
  readonly formatVersion: number;
  /** Already added to every time of the map: 24 for formats before 5. Replay frames of the map need the same. */
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
  /** The part of the storyboard inside the .osu; the set's .osb is read apart. */
  readonly storyboard: Storyboard;
}

/** [General]. */
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

/** [Metadata]: what the map is called and who made it. */
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

/** File values, clamped to what the game allows, before mods; hp, cs, od, ar rounded to 32-bit floats. */
export interface Difficulty {
  readonly hp: number;
  readonly cs: number;
  readonly od: number;
  readonly ar: number;
  readonly sliderMultiplier: number;
  readonly sliderTickRate: number;
}

/** 0 inherits. */
export type SampleSet = 'inherit' | 'normal' | 'soft' | 'drum';

/** A line of [TimingPoints]. */
export interface TimingPoint {
  readonly time: Millis;
  /** Uninherited: milliseconds a beat. Inherited: as in the file, −100 / slider velocity. May be NaN. */
  readonly beatLength: number;
  readonly meter: number;
  readonly sampleSet: SampleSet;
  readonly sampleIndex: number;
  readonly volume: number;
  readonly uninherited: boolean;
  readonly kiai: boolean;
  readonly omitFirstBarLine: boolean;
}

/** A time without objects, as the mapper set it. */
export interface Break {
  readonly start: Millis;
  readonly end: Millis;
}

/** [Colours]. */
export interface Colours {
  /** Combo1 to Combo8, as far as given; empty when the map has none. */
  readonly combos: readonly Rgb[];
  readonly sliderBorder: Rgb | null;
  readonly sliderTrackOverride: Rgb | null;
}

/** A line of [HitObjects]. */
export type HitObject = HitCircle | Slider | Spinner;

interface ObjectLine {
  readonly at: OsuPoint;
  readonly time: Millis;
  /** As flagged in the file; `prepareMap` decides where combos really start. */
  readonly newCombo: boolean;
  readonly comboSkip: number;
  readonly hitSound: HitSound;
  readonly sample: HitSample;
}

export interface HitCircle extends ObjectLine {
  readonly kind: 'circle';
}

export interface Slider extends ObjectLine {
  readonly kind: 'slider';
  /** The head is the first point of the first segment; each later segment starts where the one before ends. */
  readonly curve: readonly CurveSegment[];
  /** How often the ball runs along the path: 1 is a slider without repeats. */
  readonly slides: number;
  /** In osu! pixels; null: as long as the curve itself. */
  readonly length: number | null;
  /** Sounds of head, repeats and end; as long as slides + 1. */
  readonly edges: readonly { readonly hitSound: HitSound; readonly sample: HitSample }[];
}

export interface Spinner extends ObjectLine {
  readonly kind: 'spinner';
  readonly endTime: Millis;
}

/** A part of a slider's curve that is drawn in one way. */
export interface CurveSegment {
  readonly type: 'linear' | 'bezier' | 'perfect' | 'catmull';
  /** Degree of a B-spline (lazer's `B5`); null: a plain Bézier. */
  readonly degree: number | null;
  readonly points: readonly OsuPoint[];
}

/** Which sounds a hit makes. */
export interface HitSound {
  readonly normal: boolean;
  readonly whistle: boolean;
  readonly finish: boolean;
  readonly clap: boolean;
}

/** Where a hit's sounds are taken from. */
export interface HitSample {
  readonly normalSet: SampleSet;
  readonly additionSet: SampleSet;
  readonly index: number;
  /** 0 to 100; 0: the timing point's. */
  readonly volume: number;
  readonly filename: string;
}
