import { parseFrames } from './frames.ts';
import { maxFramesBytes, maxScoreInfoBytes, readReplayHeader } from './header.ts';
import { decodeLzma } from './lzma/decoder.ts';
import type { ByteSpan, Replay } from './replay.ts';
import { parseScoreInfo } from './score-info.ts';

/**
 * Reads a whole .osr file. Decompression has a memory limit but may block for up to a second, so do not call this in a
 * process that serves requests.
 */
export function readReplay(bytes: Uint8Array): Replay {
  const header = readReplayHeader(bytes);
  const { frames, seed } = parseFrames(decompress(bytes, header.frames, maxFramesBytes));
  const scoreInfo = header.scoreInfo && parseScoreInfo(decompress(bytes, header.scoreInfo, maxScoreInfoBytes));
  return { header, frames, seed, scoreInfo };
}

function decompress(bytes: Uint8Array, { offset, length }: ByteSpan, maxBytes: number): Uint8Array {
  return length === 0 ? new Uint8Array() : decodeLzma(bytes.subarray(offset, offset + length), maxBytes);
}
