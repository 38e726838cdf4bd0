import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import type { VideoSettings } from './encoder.ts';
import { isFfmpeg } from './ffmpeg/ffmpeg-engine.ts';
import { openVideo } from './open-video.ts';

export interface EncodingSettings extends Pick<VideoSettings, 'encoder' | 'preset' | 'crf'> {
  readonly ffmpegPath?: string;
}

export interface EncodingProblem {
  readonly setting: 'encoder' | 'ffmpegPath';
  readonly message: string;
}

/** Small enough to be quick, and larger than the minimum of every hardware encoder. */
const probedVideo = { width: 256, height: 256, fps: 60, audio: null };

/** Finds the settings that this machine cannot use, by opening the encoder as a render does. */
export async function findEncodingProblems({ ffmpegPath, ...settings }: EncodingSettings): Promise<EncodingProblem[]> {
  if (ffmpegPath !== undefined && !(await isFfmpeg(ffmpegPath))) {
    return [{ setting: 'ffmpegPath', message: 'must be the path of an ffmpeg program.' }];
  }
  const folder = await mkdtemp(join(tmpdir(), 'reprise-encoder-'));
  try {
    const file = join(folder, 'video.mp4');
    const video = await openVideo(
      { ...probedVideo, ...settings, file },
      ffmpegPath === undefined ? {} : { ffmpegPath },
    );
    await video.abort();
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [{ setting: 'encoder', message: `cannot be used: ${error.message}` }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
