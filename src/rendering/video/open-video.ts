import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../failure.ts';
import type { VideoEncoder, VideoSettings } from './encoder.ts';
import { encoderOptions } from './encoder-options.ts';
import { createEngineEncoder, temporaryPathOf } from './engine-encoder.ts';
import { createFfmpegEngine } from './ffmpeg/ffmpeg-engine.ts';
import { createNodeAvEngine } from './node-av/node-av-engine.ts';
import { hasNodeAvEncoder } from './node-av/picture-encoder.ts';

export interface OpenVideoOptions {
  /** Who encodes: FFmpeg's libraries in this process wherever they have the encoder, unless said. */
  readonly engine?: 'node-av' | 'ffmpeg';
  /** The ffmpeg program; found in PATH unless said. */
  readonly ffmpegPath?: string;
  readonly signal?: AbortSignal;
}

/** Begins a video. An encoder that this machine does not have is refused here, before the first picture. */
export async function openVideo(settings: VideoSettings, options: OpenVideoOptions = {}): Promise<VideoEncoder> {
  const { ffmpegPath = 'ffmpeg', signal } = options;
  signal?.throwIfAborted();
  checkSettings(settings);
  await checkFolder(dirname(settings.file));
  const part = temporaryPathOf(settings.file);
  const engine = options.engine ?? (hasNodeAvEncoder(settings.encoder) ? 'node-av' : 'ffmpeg');
  const made =
    engine === 'node-av'
      ? await createNodeAvEngine(settings, part)
      : await createFfmpegEngine(settings, { part, program: ffmpegPath });
  return createEngineEncoder(made, { settings, part, signal });
}

/** As large as the largest level of H.264 goes. */
const mostPx = 8_192;

function checkSettings(settings: VideoSettings): void {
  const { width, height, fps, encoder } = settings;
  const isSize = (size: number) => Number.isInteger(size) && size % 2 === 0 && size >= 16 && size <= mostPx;
  if (!isSize(width) || !isSize(height))
    throw new Failure('video/options-invalid', `${width}×${height} is no size of a video: even, from 16 to ${mostPx}.`);
  if (!Number.isInteger(fps) || fps < 1 || fps > 480)
    throw new Failure('video/options-invalid', `${fps} frames a second are not a whole number from 1 to 480.`);
  if (!/^[a-z0-9_-]{1,64}$/i.test(encoder))
    throw new Failure('video/options-invalid', `"${encoder}" is no name of an encoder.`);
  encoderOptions(settings);
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new Failure('video/cannot-write', `The folder "${folder}" is not there or cannot be written to.`, { cause });
  }
}
