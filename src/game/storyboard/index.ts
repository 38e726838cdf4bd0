export { easingOf } from './easing.ts';
export { mergeStoryboards, parseStoryboard, parseStoryboardLines, type StoryboardLines } from './parse-storyboard.ts';
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
export {
  type ActiveCommand,
  activeCommandAt,
  commandValueAt,
  isSwitchOnAt,
  settledAt,
  type TrackMoment,
  takesOver,
  valueAt,
} from './track.ts';
