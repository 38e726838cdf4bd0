export type { DecodedReplay } from './decode-task.ts';
export type { ReplayDecoder, ReplayDecoderOptions } from './replay-decoder.ts';
export { createReplayDecoder } from './replay-decoder.ts';
