export type { AudioSource } from './audio/audio-input.ts';
export { type DecodeOptions, decodeStream } from './audio/decode.ts';
export { encodeSong } from './audio/encode-song.ts';
export { createMix, type MixInput } from './audio/mix.ts';
export type { PcmStream } from './audio/pcm.ts';
export { decodeSample } from './audio/sample.ts';
export { openSong, type SongOptions } from './audio/song.ts';
export { sampleRate, type VideoEncoder, type VideoFacts, type VideoSettings } from './encoder.ts';
export { openVideo } from './open-video.ts';
