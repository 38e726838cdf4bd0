export {
  type AnimationKind,
  type AnimationPicture,
  type AnimationSettings,
  encodeAnimation,
} from './animation/encode-animation.ts';
export type { AudioSource } from './audio/audio-input.ts';
export { type DecodeOptions, decodeStream } from './audio/decode.ts';
export { encodeSong } from './audio/encode-song.ts';
export { encodeSound } from './audio/encode-sound.ts';
export { createMix, type MixInput } from './audio/mix.ts';
export type { PcmStream } from './audio/pcm.ts';
export { openSong, type SongOptions } from './audio/song.ts';
export { windDown } from './audio/wind-down.ts';
export { type Clip, openClip } from './clip/clip.ts';
export { sampleRate, type VideoEncoder, type VideoFacts, type VideoSettings } from './encoder.ts';
export { canBeJoined, keyFrameSeconds } from './encoder-options.ts';
export { type Join, joinSegments, type Segment } from './join-segments.ts';
export { openVideo } from './open-video.ts';
