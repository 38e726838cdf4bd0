import { sampleRate } from '../encoder.ts';
import { soundOptions } from '../encoder-options.ts';
import { encodingFailureOf } from '../engine-encoder.ts';
import { createMuxer } from '../node-av/muxer.ts';
import { createSoundEncoder } from '../node-av/sound-encoder.ts';
import type { PcmStream } from './pcm-stream.ts';

/** So much is mixed at once. */
const blockSamples = sampleRate / 2;

/** Writes the sound of a film as a file of its own, to be joined with its pictures. */
export async function encodeSound(
  sound: PcmStream,
  { file, bitrate, samples }: { readonly file: string; readonly bitrate: number; readonly samples: number },
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const encoder = createSoundEncoder({ codec: 'aac', bitrate, options: soundOptions });
  const muxer = createMuxer(file, 'mp4');
  try {
    encoder.writeTo(muxer);
    await muxer.open();
    for (let mixed = 0; mixed < samples; mixed += blockSamples) {
      signal?.throwIfAborted();
      await encoder.take(sound.read(Math.min(blockSamples, samples - mixed)))();
    }
    await encoder.finish();
    await muxer.finish();
  } catch (error) {
    signal?.throwIfAborted();
    throw encodingFailureOf(error);
  } finally {
    await muxer.close();
    encoder.close();
  }
}
