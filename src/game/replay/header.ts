import { Failure } from '../../failure.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { ticksToUnixMs } from './dotnet-ticks.ts';
import { readLifeGraph } from './life-graph.ts';
import { lzmaHeaderBytes, readLzmaHeader } from './lzma/header.ts';
import type { ByteSpan, ReplayHeader } from './replay.ts';

/** Limit on the decompressed frames; the longest known replay has 4.6 MB. */
export const maxFramesBytes = 32 * 1024 * 1024;
/** Limit on lazer's decompressed JSON. */
export const maxScoreInfoBytes = 1024 * 1024;
/** The first version that lazer writes; files of later versions end with a JSON blob. */
export const firstLazerVersion = 30000000;

const maxStringBytes = 64 * 1024;
const maxLifeGraphBytes = 1024 * 1024;
/** A higher compression ratio means a decompression bomb; the highest known ratio is 58. */
const maxExpansion = 200;
/** Streams up to this decompressed size are harmless at any compression ratio. */
const maxUncheckedBytes = 1024 * 1024;

/**
 * Reads the header of a replay without decompressing anything, so it is safe in a process that serves requests. It reads
 * files of all clients since 2007 and of all game modes.
 */
export function readReplayHeader(bytes: Uint8Array): ReplayHeader {
  const reader = createByteReader(bytes);
  const mode = reader.u8('game mode');
  if (mode > 3)
    throw new Failure('replay/unreadable', `Expected a game mode from 0 to 3 as first byte, found ${mode}.`);
  const version = reader.i32('client version');
  if (version < 0) throw new Failure('replay/unreadable', `Expected a client version, found ${version}.`);
  const beatmapMd5 = reader.string('beatmap MD5', maxStringBytes);
  if (!/^[0-9a-f]{32}$/i.test(beatmapMd5)) {
    throw new Failure('replay/unreadable', `Expected a beatmap MD5 of 32 hex digits, found ${quoted(beatmapMd5)}.`);
  }
  const player = reader.string('player name', maxStringBytes);
  const replayMd5 = reader.string('replay MD5', maxStringBytes);
  const counts = {
    n300: reader.u16('hit counts'),
    n100: reader.u16('hit counts'),
    n50: reader.u16('hit counts'),
    geki: reader.u16('hit counts'),
    katu: reader.u16('hit counts'),
    miss: reader.u16('hit counts'),
  };
  const score = reader.i32('score');
  const maxCombo = reader.u16('max combo');
  const perfect = reader.u8('full combo flag') !== 0;
  const modBits = reader.i32('mods');
  const lifeGraph = readLifeGraph(reader.string('life graph', maxLifeGraphBytes));
  const playedAtUnixMs = ticksToUnixMs(reader.i64('date'));
  const frames = readCompressedSpan(bytes, reader, { field: 'frames', maxBytes: maxFramesBytes });
  const onlineId = readOnlineId(reader, version);
  const scoreInfo = version > firstLazerVersion ? readScoreInfoSpan(bytes, reader) : null;
  return {
    mode,
    version,
    beatmapMd5: beatmapMd5.toLowerCase(),
    player,
    replayMd5,
    counts,
    score,
    maxCombo,
    perfect,
    modBits,
    lifeGraph,
    playedAtUnixMs,
    onlineId,
    frames,
    scoreInfo,
  };
}

/** Locates a byte array: its length (−1 for null) and an LZMA stream, whose declared size must be within the limits. */
function readCompressedSpan(
  bytes: Uint8Array,
  reader: ByteReader,
  { field, maxBytes }: { field: string; maxBytes: number },
): ByteSpan {
  const length = reader.i32(`length of the ${field}`);
  const offset = reader.position;
  if (length < -1) throw new Failure('replay/unreadable', `The length of the ${field} is ${length} bytes.`);
  if (length <= 0) return { offset, length: 0 };
  reader.skip(field, length);
  if (length < lzmaHeaderBytes) {
    throw new Failure('replay/unreadable', `The ${field} have ${length} bytes, too few for an LZMA header.`);
  }
  const { size } = readLzmaHeader(bytes.subarray(offset, offset + lzmaHeaderBytes));
  if (size === null) return { offset, length };
  // An empty stream counts as none: clients write failed local scores like that.
  if (size === 0) return { offset, length: 0 };
  if (size > maxBytes) {
    throw new Failure(
      'replay/unreadable',
      `The ${field} declare ${size} decompressed bytes; the limit is ${maxBytes}.`,
    );
  }
  if (size > maxUncheckedBytes && size > length * maxExpansion) {
    throw new Failure(
      'replay/unreadable',
      `The ${field} declare to expand from ${length} to ${size} bytes; the limit is a factor of ${maxExpansion}.`,
    );
  }
  return { offset, length };
}

/** Size of the online id: 64 bits since 20140721, 32 bits since 20121008, absent before. Tools write 64 bits. */
export function onlineIdBytes(version: number): 8 | 4 | 0 {
  if (version >= 20140721 || version < 20070000) return 8;
  return version >= 20121008 ? 4 : 0;
}

/** The id does not matter for playback, and tools often omit it, so a shorter rest of the file is accepted. */
function readOnlineId(reader: ByteReader, version: number): bigint | null {
  const bytes = Math.min(onlineIdBytes(version), reader.remaining);
  if (bytes === 8) return reader.i64('online id');
  return bytes >= 4 ? BigInt(reader.i32('online id')) : null;
}

function readScoreInfoSpan(bytes: Uint8Array, reader: ByteReader): ByteSpan | null {
  if (reader.remaining === 0) return null;
  const span = readCompressedSpan(bytes, reader, { field: 'score details', maxBytes: maxScoreInfoBytes });
  return span.length === 0 ? null : span;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
