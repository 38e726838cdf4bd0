import { setImmediate } from 'node:timers/promises';
import { createLoudnessMeter } from '../../scene/index.ts';
import { sampleRate } from '../encoder.ts';
import type { PcmStream } from './pcm-stream.ts';

/** Half a second is measured at a time; other work of the process runs in between. */
const blockFrames = sampleRate / 2;

/** Reads the first frames of a sound and closes it; returns their loudness in LUFS, or null if they are silent or too short. */
export async function measureLoudness(
  sound: PcmStream,
  frames: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number | null> {
  const meter = createLoudnessMeter(sampleRate);
  try {
    for (let measured = 0; measured < frames; measured += blockFrames) {
      signal?.throwIfAborted();
      const block = sound.read(Math.min(blockFrames, frames - measured));
      if (block.length === 0) break;
      meter.add(block);
      await setImmediate();
    }
  } finally {
    sound.close();
  }
  return meter.integrated();
}
