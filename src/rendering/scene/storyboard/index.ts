export { isPassingAt } from './pass-fail.ts';
export {
  backgroundWindow,
  createStoryboard,
  type DrawableStoryboard,
  drawLayersBelowObjects,
  drawOverlayLayer,
  type StoryboardMoment,
} from './storyboard.ts';
export type { StoryboardInput } from './storyboard-input.ts';
