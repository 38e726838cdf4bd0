export { createStoryboard, drawAbove, drawBelow, type StoryboardInput, type StoryboardShown } from './storyboard.ts';
export { passesAt } from './verdicts.ts';
