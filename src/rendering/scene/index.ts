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
} from './display-list.ts';
export { type Ending, failLengthMs, songAt } from './fail.ts';
export { frameAt } from './frame.ts';
export { wordsOf } from './hud/index.ts';
export type { Looks } from './looks.ts';
export { parallaxZoom } from './parallax.ts';
export { createPictures, type Drawn, type DrawnElement, type DrawnFont, type Pictures } from './pictures.ts';
export { printDisplayList } from './print-display-list.ts';
export {
  beginningOf,
  createScene,
  type Scene,
  type SceneInput,
  type SceneOptions,
  type SceneSpan,
  sceneSpan,
} from './scene.ts';
export type { LoopStep, SoundEvent, SoundLoop, SoundTrack } from './sound-track.ts';
export { soundsOf } from './sounds.ts';
export type { StoryboardInput } from './storyboard/index.ts';
export type { Typeface, TypeGlyph } from './text.ts';
export { lastAtOrBefore } from './tween.ts';
export { type VideoInput, videoImage } from './video.ts';
export { createViewport, type Viewport } from './viewport.ts';
