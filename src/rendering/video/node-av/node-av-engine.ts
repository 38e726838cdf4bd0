import type { VideoSettings } from '../encoder.ts';
import { soundOptions } from '../encoder-options.ts';
import type { EncoderEngine } from '../engine.ts';
import { createMuxer } from './muxer.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import { createSoundEncoder } from './sound-encoder.ts';

/** FFmpeg's libraries inside this process: no pixels through a pipe, and hints about what did not change. */
export async function createNodeAvEngine(settings: VideoSettings, part: string): Promise<EncoderEngine> {
  const pictures = createPictureEncoder(settings);
  // FFmpeg's own AAC encoder, whose licence goes with the rest.
  const sounds =
    settings.audio && createSoundEncoder({ codec: 'aac', bitrate: settings.audio.bitrate, options: soundOptions });
  const muxer = createMuxer(part, 'mp4');

  let encodersAreOpen = true;

  function closeEncoders(): void {
    if (!encodersAreOpen) return;
    encodersAreOpen = false;
    pictures.close();
    sounds?.close();
  }

  async function close(): Promise<void> {
    await muxer.close();
    closeEncoders();
  }

  try {
    pictures.writeTo(muxer);
    sounds?.writeTo(muxer);
    await muxer.open();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    addPicture: pictures.take,
    addSamples(samples) {
      if (!sounds) throw new Error('This video was opened without sound.');
      return sounds.take(samples);
    },
    async flush() {
      await Promise.all([pictures.finish(), sounds?.finish()]);
      closeEncoders();
    },
    finish: muxer.finish,
    interrupt() {},
    close,
  };
}
