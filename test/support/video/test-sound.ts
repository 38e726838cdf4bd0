import type { PcmStream } from '../../../src/rendering/video/index.ts';

/** Returns a 16-bit wave file; `sampleAt` gives each sample. */
export function waveFile(
  { rate, channels, frames }: { rate: number; channels: number; frames: number },
  sampleAt: (frame: number, channel: number) => number,
): Buffer {
  const dataBytes = frames * channels * 2;
  const bytes = Buffer.alloc(44 + dataBytes);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE((rate * channels * 2) >>> 0, 28);
  bytes.writeUInt16LE(channels * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(dataBytes, 40);
  for (let frame = 0; frame < frames; frame++)
    for (let channel = 0; channel < channels; channel++)
      bytes.writeInt16LE(Math.round(sampleAt(frame, channel) * 32_767), 44 + (frame * channels + channel) * 2);
  return bytes;
}

/** Returns the value of a short knock, `seconds` after its start. */
export function knock(seconds: number): number {
  return seconds < 0 || seconds > 0.05 ? 0 : Math.exp(-seconds * 200) * Math.cos(seconds * 2 * Math.PI * 2_000);
}

/** Returns knocks at times in seconds, over quiet tones, as stereo samples at 48,000 per second. */
export function knocks(moments: readonly number[], seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * 48_000) * 2);
  for (let frame = 0; frame < samples.length / 2; frame++) {
    const bed = 0.03 * (Math.sin(frame * 0.0143) + Math.sin(frame * 0.0191) + Math.sin(frame * 0.0072));
    samples[2 * frame] = samples[2 * frame + 1] = bed;
  }
  for (const moment of moments) {
    const first = Math.round(moment * 48_000);
    for (let frame = first; frame < Math.min(first + 2_400, samples.length / 2); frame++) {
      const value = 0.7 * knock((frame - first) / 48_000);
      samples[2 * frame]! += value;
      samples[2 * frame + 1]! += value;
    }
  }
  return samples;
}

/** Returns the times at which knocks begin, in seconds: where the wave becomes steep after a quiet time. */
export function findKnocks(samples: Float32Array): number[] {
  const found: number[] = [];
  let last = -Infinity;
  for (let frame = 1; frame < samples.length / 2; frame++) {
    const slope = Math.abs(samples[2 * frame]! - samples[2 * frame - 2]!);
    if (slope < 0.1) continue;
    if (frame - last > 1_440) found.push(frame / 48_000);
    last = frame;
  }
  return found;
}

/** Returns a stream of these samples. */
export function streamOf(samples: Float32Array): PcmStream {
  let at = 0;
  return {
    read(frames) {
      const block = samples.slice(at, at + frames * 2);
      at += block.length;
      return block;
    },
    close() {},
  };
}

/** Reads a whole stream, in blocks of a prime number of frames. */
export function readAll(stream: PcmStream, maxFrames = Infinity): Float32Array {
  const blocks: Float32Array[] = [];
  let frames = 0;
  while (frames < maxFrames) {
    const block = stream.read(Math.min(1_237, maxFrames - frames));
    if (block.length === 0) break;
    blocks.push(block.slice());
    frames += block.length / 2;
  }
  const all = new Float32Array(frames * 2);
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

/** Returns the largest absolute value. */
export function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** Returns whether two sounds are equal bit for bit. A matcher would take seconds for that many numbers. */
export function isSameSound(a: Float32Array, b: Float32Array): boolean {
  return Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));
}
