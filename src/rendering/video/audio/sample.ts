import { sampleRate } from '../encoder.ts';
import { decodeStream } from './decode.ts';

/** Longer samples are cut: no sound of a skin or a map needs more, and all of it is held in memory. */
export const maxSampleSeconds = 30;

/**
 * Decodes a whole short sound, played at `frequency` times its speed and pitch. An empty file is silence: that is how skins
 * mute a sound. Null if the file cannot be decoded.
 */
export function decodeSample(bytes: Uint8Array, frequency = 1): Float32Array | null {
  if (bytes.length === 0) return new Float32Array(0);
  const stream = decodeStream(bytes, { frequency });
  if (!stream) return null;
  try {
    const blocks: Float32Array[] = [];
    let remaining = maxSampleSeconds * sampleRate;
    while (remaining > 0) {
      const block = stream.read(Math.min(remaining, sampleRate));
      if (block.length === 0) break;
      blocks.push(block.slice());
      remaining -= block.length / 2;
    }
    return joined(blocks);
  } finally {
    stream.close();
  }
}

function joined(blocks: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(blocks.reduce((length, block) => length + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.length;
  }
  return whole;
}
