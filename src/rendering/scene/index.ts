export { parallaxZoom } from './background/parallax.ts';
export { type VideoInput, videoImageName } from './background/video.ts';
export { withCinema } from './cinema.ts';
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
  spriteItem,
  spritesOf,
} from './display-list/display-list.ts';
export { printDisplayList } from './display-list/print-display-list.ts';
export type { Typeface, TypeGlyph } from './display-list/text.ts';
export { endFadeStart } from './fade-to-black.ts';
export { type FailInput, failLengthMs, songPosition } from './fail-animation.ts';
export { frameAt } from './frame.ts';
export { displayedTexts, type NameTag } from './hud/index.ts';
export type { LookOptions } from './look-options.ts';
export {
  createMistakePictures,
  drawMistakePicture,
  lineLengths,
  type MistakePictures,
  ringWidth,
  strokeImages,
} from './mistakes/index.ts';
export { createPictures, type Pictures, type SizedElement, type SizedFont, type SizedImage } from './pictures.ts';
export { createScene, type Scene, videoStart } from './scene.ts';
export type { SceneInput, SceneOptions, SceneSpan } from './scene-input.ts';
export { createLoudnessMeter, type LoudnessMeter } from './sounds/loudness.ts';
export { mixGain, mixVolumes } from './sounds/mix-level.ts';
export { type LoopStep, type SoundEvent, type SoundLoop, type SoundTrack, songVolumeAt } from './sounds/sound-track.ts';
export { soundsOf } from './sounds/sounds.ts';
export { backgroundWindow, type StoryboardInput } from './storyboard/index.ts';
export { playerColour } from './together/player-colours.ts';
export { playerImageSize, playerImages } from './together/player-cursors.ts';
export { isShared, type Together } from './together/together.ts';
export { createViewport, type Viewport } from './viewport.ts';
