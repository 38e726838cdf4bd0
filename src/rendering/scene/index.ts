export { lastAtOrBefore } from './animation/tween.ts';
export { parallaxZoom } from './background/parallax.ts';
export { type VideoInput, videoImage } from './background/video.ts';
export {
  type Body,
  type BodyLook,
  createDisplayList,
  type DisplayItem,
  type DisplayList,
  type FillLook,
  type ImageName,
  type ScreenPoint,
  type ScreenRect,
  type SpriteItem,
  type SpriteLook,
  spritesOf,
} from './display-list/display-list.ts';
export { printDisplayList } from './display-list/print-display-list.ts';
export type { Typeface, TypeGlyph } from './display-list/text.ts';
export { type Ending, failLengthMs, songAt } from './fail.ts';
export { frameAt } from './frame.ts';
export { wordsOf } from './hud/index.ts';
export type { Looks } from './look-options.ts';
export { createPictures, type Drawn, type DrawnElement, type DrawnFont, type Pictures } from './pictures.ts';
export { beginningOf, createScene, type Scene, sceneSpan } from './scene.ts';
export type { SceneInput, SceneOptions, SceneSpan } from './scene-input.ts';
export type { LoopStep, SoundEvent, SoundLoop, SoundTrack } from './sounds/sound-track.ts';
export { soundsOf } from './sounds/sounds.ts';
export type { StoryboardInput } from './storyboard/index.ts';
export { createViewport, type Viewport } from './viewport.ts';
