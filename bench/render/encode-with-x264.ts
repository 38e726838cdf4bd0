import { Packet } from 'node-av/lib';
import type { FrameSource } from '../../src/rendering/render/encode-frames.ts';
import type { VideoSettings } from '../../src/rendering/video/index.ts';
import { createMuxer } from '../../src/rendering/video/node-av/muxer.ts';
import {
  copyPlanes,
  newPictureBuffer,
  openPictureEncoder,
  type PictureBuffer,
} from '../../src/rendering/video/node-av/picture-encoder.ts';

export interface X264Input {
  /** The options of x264 by their FFmpeg names. */
  readonly options: Readonly<Record<string, string>>;
  readonly frames: number;
  readonly source: FrameSource;
}

/** Encodes frames with x264 as the program does, but with any options. */
export async function encodeWithX264(
  settings: Pick<VideoSettings, 'file' | 'width' | 'height' | 'fps' | 'encoder'>,
  { options, frames, source }: X264Input,
): Promise<void> {
  const encoder = openPictureEncoder(settings, options);
  const muxer = createMuxer(settings.file, 'mp4');
  const write = muxer.addStream(encoder);
  await muxer.open();
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
  }
  await sending;
  drain();
  await encoder.sendFrame(null);
  drain();
  for (const { frame } of pictures) frame.free();
  await muxer.finish();
  await muxer.close();
  packet.free();
  encoder.freeContext();
}
