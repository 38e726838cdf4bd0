export { ballAt, ballProgress } from './ball.ts';
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
export { md5Of } from './md5.ts';
export { meanRate, type Pace, rateAt, realBetween, songAfter } from './pace.ts';
export { parseBeatmap } from './parse-beatmap.ts';
export type {
  PlayableCircle,
  PlayableMap,
  PlayableObject,
  PlayableSlider,
  PlayableSpinner,
  SliderPoint,
} from './playable.ts';
export { difficultyRange, prepareMap } from './prepare-map.ts';
export { pointAt, type SliderPath } from './slider-path.ts';
export {
  beatLengthAt,
  beatPointAt,
  kiaiAt,
  samplePointAt,
  shownBreaks,
  type Timing,
  timingOf,
} from './timing.ts';
