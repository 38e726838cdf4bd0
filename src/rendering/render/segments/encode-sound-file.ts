import { encodeSound } from '../../video/index.ts';
import { samplesUntil } from '../frame-schedule.ts';
import type { VideoTask } from '../render-in-process.ts';
import { openRenderSound } from '../sound.ts';

/** Encodes the sound of a whole video into a file of its own, to be joined with the segments. */
export async function encodeSoundFile(
  { prepared, request, onNote, signal }: Omit<VideoTask, 'onFrame'>,
  file: string,
): Promise<void> {
  const { schedule, encoding } = prepared;
  const stream = await openRenderSound({ prepared, request }, { onNote, signal });
  try {
    const samples = samplesUntil(schedule, schedule.frames);
    await encodeSound(stream, { file, bitrate: encoding.soundBitrate, samples }, { signal });
  } finally {
    stream.close();
  }
}
