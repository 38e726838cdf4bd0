import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { joinSegments, type Segment } from '../../video/index.ts';
import type { UnfinishedVideo, VideoTask } from '../render-in-process.ts';
import { encodeSoundFile } from './encode-sound-file.ts';
import { createSegmentFolder } from './segment-folder.ts';

/** Encodes the sound of a video whose segments other workers have encoded, and joins it with them. */
export async function addSoundAndJoin(task: VideoTask, segments: readonly Segment[]): Promise<UnfinishedVideo> {
  const { request, signal } = task;
  const { file, options } = request;
  const folder = await createSegmentFolder(file);
  const sound = join(folder, 'sound.mp4');
  const abort = () => rm(folder, { recursive: true, force: true });
  try {
    await encodeSoundFile(task, sound);
  } catch (error) {
    await abort();
    throw error;
  }
  return {
    async finish() {
      const facts = await joinSegments({ segments, sound, fps: options.fps, file }, { signal });
      await abort();
      return facts;
    },
    abort,
  };
}
