export { md5Hex } from '../md5.ts';
export type {
  Beatmap,
  Break,
  Colours,
  CurveSegment,
  Difficulty,
  General,
  HitCircle,
  HitObject,
  HitSample,
  HitSound,
  Metadata,
  SampleSet,
  Slider,
  Spinner,
  TimingPoint,
} from './beatmap.ts';
export { comboColour, defaultComboColours } from './combos.ts';
export { pointAt, type SliderPath } from './curves/slider-path.ts';
export { lastObjectEnd, mapLengthMs } from './map-length.ts';
export { parseBeatmap } from './parsing/parse-beatmap.ts';
export { createDotnetRandom } from './placement/dotnet-random.ts';
export type {
  PlayableCircle,
  PlayableMap,
  PlayableObject,
  PlayableSlider,
  PlayableSpinner,
  SliderPoint,
} from './playable-map.ts';
export { difficultyRange, prepareMap } from './prepare-map.ts';
export { leadInMs, skipPoint } from './skip-point.ts';
export { ballAt, ballProgress } from './sliders/slider-ball.ts';
export { rateAt, realMsBetween, type SongClock, songTimeAfter, steppedClock } from './song-clock.ts';
export {
  beatLengthAt,
  isKiaiAt,
  samplePointAt,
  type Timing,
  timingOf,
  uninheritedPointAt,
  visibleBreaks,
} from './timing.ts';
