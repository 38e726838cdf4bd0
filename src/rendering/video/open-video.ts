import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../failure.ts';
import type { VideoEncoder, VideoSettings } from './encoder.ts';
import { encoderOptions } from './encoder-options.ts';
import { createEngineEncoder } from './engine-encoder.ts';
import { createFfmpegEngine } from './ffmpeg/ffmpeg-engine.ts';
import { createNodeAvEngine } from './node-av/node-av-engine.ts';
import { hasNodeAvEncoder } from './node-av/picture-encoder.ts';
import { temporaryPathOf } from './temporary-path.ts';

export interface OpenVideoOptions {
  /** By default FFmpeg's libraries in this process, if they have the encoder; otherwise the ffmpeg program. */
  readonly engine?: 'node-av' | 'ffmpeg';
  /** The ffmpeg program; by default found in PATH. */
  readonly ffmpegPath?: string;
  readonly signal?: AbortSignal;
}

/** Begins a video. Throws if this machine cannot use the encoder, before any frame is drawn. */
export async function openVideo(settings: VideoSettings, options: OpenVideoOptions = {}): Promise<VideoEncoder> {
  const { ffmpegPath = 'ffmpeg', signal } = options;
  signal?.throwIfAborted();
  checkSettings(settings);
  await checkFolder(dirname(settings.file));
  const temporaryFile = temporaryPathOf(settings.file);
  const engineName = options.engine ?? (hasNodeAvEncoder(settings.encoder) ? 'node-av' : 'ffmpeg');
  const engine =
    engineName === 'node-av'
      ? await createNodeAvEngine(settings, temporaryFile)
      : await createFfmpegEngine(settings, { output: temporaryFile, program: ffmpegPath });
  return createEngineEncoder(engine, { settings, temporaryFile, signal });
}

/** H.264's highest level allows no larger sides. */
const maxSidePx = 8_192;
const minSidePx = 16;
const maxFps = 480;

function checkSettings(settings: VideoSettings): void {
  const { width, height, fps, encoder } = settings;
  const isSide = (px: number) => Number.isInteger(px) && px % 2 === 0 && px >= minSidePx && px <= maxSidePx;
  if (!isSide(width) || !isSide(height))
    throw new Failure(
      'video/options-invalid',
      `The video size ${width}×${height} is invalid: both sides must be even, from ${minSidePx} to ${maxSidePx}.`,
    );
  if (!Number.isInteger(fps) || fps < 1 || fps > maxFps)
    throw new Failure(
      'video/options-invalid',
      `The frame rate is ${fps}; expected a whole number of frames per second from 1 to ${maxFps}.`,
    );
  if (!/^[a-z0-9_-]{1,64}$/i.test(encoder))
    throw new Failure('video/options-invalid', `"${encoder}" is not the name of an encoder.`);
  encoderOptions(settings);
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new Failure('video/cannot-write', `The folder "${folder}" does not exist or is not writable.`, { cause });
  }
}
