import { createMuxer } from '../node-av/muxer.ts';
import { createSoundEncoder } from '../node-av/sound-encoder.ts';

/** Encodes interleaved stereo samples at 48,000 per second as a song file. */
export async function encodeSong(
  samples: Float32Array,
  { file, kind, bitrate }: { file: string; kind: 'mp3' | 'ogg'; bitrate: number },
): Promise<void> {
  const encoder = createSoundEncoder({ codec: kind === 'mp3' ? 'libmp3lame' : 'libvorbis', bitrate });
  const muxer = createMuxer(file, kind);
  try {
    encoder.writeTo(muxer);
    await muxer.open();
    await encoder.add(samples)();
    await encoder.finish();
    await muxer.finish();
  } finally {
    await muxer.close();
    encoder.close();
  }
}
