import { Packet } from 'node-av/lib';
import type { FrameSource } from '../../src/rendering/render/encode-frames.ts';
import { samplesUntil } from '../../src/rendering/render/frame-schedule.ts';
import { defaultSoundBitrate } from '../../src/rendering/render/plan-encoding.ts';
import { soundOptions } from '../../src/rendering/video/encoder-options.ts';
import type { PcmStream, VideoSettings } from '../../src/rendering/video/index.ts';
import { createMuxer } from '../../src/rendering/video/node-av/muxer.ts';
import {
  copyPlanes,
  newPictureBuffer,
  openPictureEncoder,
  type PictureBuffer,
} from '../../src/rendering/video/node-av/picture-encoder.ts';
import { createSoundEncoder } from '../../src/rendering/video/node-av/sound-encoder.ts';

export interface X264Input {
  /** The options of x264 by their FFmpeg names. */
  readonly options: Readonly<Record<string, string>>;
  readonly frames: number;
  readonly source: FrameSource;
  /** Nothing: a video without sound. */
  readonly sound?: PcmStream;
}

/** How often sound is encoded, as in the program. */
const soundBlocksPerSecond = 10;

/** Encodes frames with x264 as the program does, but with any options. */
export async function encodeWithX264(
  settings: Pick<VideoSettings, 'file' | 'width' | 'height' | 'fps' | 'encoder'>,
  { options, frames, source, sound }: X264Input,
): Promise<void> {
  const encoder = openPictureEncoder(settings, options);
  const muxer = createMuxer(settings.file, 'mp4');
  const write = muxer.addStream(encoder);
  const sounds = sound && createSoundEncoder({ codec: 'aac', bitrate: defaultSoundBitrate, options: soundOptions });
  sounds?.writeTo(muxer);
  await muxer.open();
  const framesPerBlock = Math.round(settings.fps / soundBlocksPerSecond);
  let encodedSamples = 0;
  async function encodeSound(untilFrame: number): Promise<void> {
    if (!sound || !sounds) return;
    const end = samplesUntil(settings, untilFrame);
    await sounds.add(sound.read(end - encodedSamples))();
    encodedSamples = end;
  }
  const packet = new Packet();
  packet.alloc();
  function drain(): void {
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.duration = 1n;
      write(packet);
    }
  }
  // As in the program, the next frame is copied while the encoder takes the previous one.
  const pictures: PictureBuffer[] = [];
  let sending: Promise<unknown> = Promise.resolve();
  for (let number = 0; number < frames; number++) {
    await source.draw(number);
    // The last one is being sent, and the encoder keeps references to others, which are not writable.
    const free = pictures.slice(0, -1).findIndex(({ frame }) => frame.isWritable);
    const picture = free < 0 ? newPictureBuffer(settings) : pictures.splice(free, 1)[0]!;
    pictures.push(picture);
    copyPlanes(source.compositor.i420(), picture, settings);
    picture.frame.pts = BigInt(number);
    await sending;
    drain();
    sending = encoder.sendFrame(picture.frame);
    if (number % framesPerBlock === 0) await encodeSound(Math.min(frames, number + framesPerBlock));
  }
  await sending;
  drain();
  await encoder.sendFrame(null);
  drain();
  await encodeSound(frames);
  await sounds?.finish();
  for (const { frame } of pictures) frame.free();
  await muxer.finish();
  await muxer.close();
  packet.free();
  encoder.freeContext();
  sounds?.close();
}
