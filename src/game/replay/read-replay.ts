import { parseFrames } from './frames.ts';
import { maxFramesBytes, maxScoreInfoBytes, readReplayHeader } from './header.ts';
import { decodeLzma } from './lzma/decoder.ts';
import type { ByteSpan, Replay } from './replay.ts';
import { parseScoreInfo } from './score-info.ts';

/**
 * Reads a whole .osr. It decompresses, within fixed limits of memory but for as long as it takes (a second at worst):
 * nothing for a process that others wait for.
 */
export function readReplay(bytes: Uint8Array): Replay {
  const header = readReplayHeader(bytes);
  const { frames, seed } = parseFrames(unpack(bytes, header.frames, maxFramesBytes));
  const scoreInfo = header.scoreInfo && parseScoreInfo(unpack(bytes, header.scoreInfo, maxScoreInfoBytes));
  return { header, frames, seed, scoreInfo };
}

function unpack(bytes: Uint8Array, { offset, length }: ByteSpan, maxBytes: number): Uint8Array {
  return length === 0 ? new Uint8Array() : decodeLzma(bytes.subarray(offset, offset + length), maxBytes);
}
