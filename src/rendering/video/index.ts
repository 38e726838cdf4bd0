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
export { joinStreams } from './audio/join-streams.ts';
export { limitPeaks } from './audio/limiter.ts';
export { measureLoudness } from './audio/measure-loudness.ts';
export { type MixInput, sumSounds } from './audio/mix.ts';
export type { PcmStream } from './audio/pcm-stream.ts';
export { openSong, type SongOptions } from './audio/song.ts';
export { tapeStop } from './audio/speed/tape-stop.ts';
export { type Clip, openClip } from './clip/clip.ts';
export type { PictureDifference } from './compare/block-differences.ts';
export {
  type CompareOptions,
  compareSegments,
  type DifferenceBound,
  findSegmentProblem,
  type SegmentComparison,
} from './compare/compare-segments.ts';
export { differenceBound } from './compare/difference-bound.ts';
export { type EncodedVideo, sampleRate, type VideoEncoder, type VideoSettings } from './encoder.ts';
export { canJoinSegments, keyFrameSeconds } from './encoder-options.ts';
export { type EncodingSettings, findEncodingProblems } from './find-encoding-problems.ts';
export { type JoinOptions, joinSegments, type Segment } from './join-segments.ts';
export { openVideo } from './open-video.ts';
