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
  type SpriteLook,
} from './display-list.ts';
export { printDisplayList } from './print-display-list.ts';
export type { LoopStep, SoundEvent, SoundLoop, SoundTrack } from './sound-track.ts';
