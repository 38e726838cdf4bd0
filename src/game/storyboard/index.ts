export { easingOf } from './easing.ts';
export { mergeStoryboards, parseStoryboard, type StoryboardLines, storyboardOf } from './parse-storyboard.ts';
export type {
  Commands,
  Layer,
  Origin,
  Property,
  Storyboard,
  StoryboardSample,
  StoryboardSprite,
  StoryboardVideo,
  Timeline,
  Track,
  TrackPart,
  Tracks,
  Trigger,
  TriggerCondition,
} from './storyboard.ts';
export { lastStarted, type Started, settledAt, startedSwitch, startedValue, valueAt } from './track.ts';
