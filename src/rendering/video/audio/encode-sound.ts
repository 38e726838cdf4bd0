import { sampleRate } from '../encoder.ts';
import { soundOptions } from '../encoder-options.ts';
import { encodingFailureOf } from '../encoding-failure.ts';
import { createMuxer } from '../node-av/muxer.ts';
import { createSoundEncoder } from '../node-av/sound-encoder.ts';
import type { PcmStream } from './pcm-stream.ts';

/** Half a second is mixed at a time. */
const blockFrames = sampleRate / 2;

/** Encodes the sound of a video into a file of its own, which is later joined with the segments. */
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
    for (let mixed = 0; mixed < samples; mixed += blockFrames) {
      signal?.throwIfAborted();
      await encoder.add(sound.read(Math.min(blockFrames, samples - mixed)))();
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
