export { passesAt } from './pass-fail.ts';
export { createStoryboard, drawAbove, drawBelow, type StoryboardShown } from './storyboard.ts';
export type { StoryboardInput } from './storyboard-input.ts';
