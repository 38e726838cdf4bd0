import type { VideoSettings } from '../encoder.ts';
import { soundOptions } from '../encoder-options.ts';
import type { EncoderEngine } from '../engine.ts';
import { createMuxer } from './muxer.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import { createSoundEncoder } from './sound-encoder.ts';

/** Encodes with FFmpeg's libraries in this process: no pipe for the pixels, and hints about unchanged blocks. */
export async function createNodeAvEngine(settings: VideoSettings, output: string): Promise<EncoderEngine> {
  const pictures = createPictureEncoder(settings);
  // FFmpeg's own AAC encoder has a compatible licence.
  const sounds =
    settings.audio && createSoundEncoder({ codec: 'aac', bitrate: settings.audio.bitrate, options: soundOptions });
  const muxer = createMuxer(output, 'mp4');

  let areEncodersOpen = true;

  function closeEncoders(): void {
    if (!areEncodersOpen) return;
    areEncodersOpen = false;
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
    addPicture: pictures.add,
    addSamples(samples) {
      if (!sounds) throw new Error('The video was opened without sound.');
      return sounds.add(samples);
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
