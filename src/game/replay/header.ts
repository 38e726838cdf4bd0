import { Failure } from '../../failure.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { readLifeGraph } from './life-graph.ts';
import { lzmaHeaderBytes, readLzmaHeader } from './lzma/header.ts';
import type { ByteSpan, ReplayHeader } from './replay.ts';

/** What the text of a replay's frames may grow to; the longest seen in the wild is 4.6 MB. */
export const maxFramesBytes = 32 * 1024 * 1024;
/** What lazer's JSON may grow to. */
export const maxScoreInfoBytes = 1024 * 1024;
/** The first version whose files are written by lazer; from the next one on, they end in a JSON blob. */
export const firstLazerVersion = 30000000;

const maxStringBytes = 64 * 1024;
const maxLifeGraphBytes = 1024 * 1024;
/** Beyond this many times its compressed size, text is a bomb; 58 is the most seen. */
const maxExpansion = 200;
/** A stream this small cannot hurt, however well it is compressed. */
const maxUncheckedBytes = 1024 * 1024;

/**
 * Walks the header in place: nothing is decompressed, so that it is safe in a process that serves others. Takes what
 * clients have written since 2007; any game mode passes, because a reader shows what is there.
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
  const frames = readCompressedSpan(bytes, reader, { what: 'frames', maxBytes: maxFramesBytes });
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

const ticksAtUnixEpoch = 621355968000000000n;
/** 9999-12-31 23:59:59.9999999, the last moment .NET knows. */
const lastTick = 3155378975999999999n;

function ticksToUnixMs(ticks: bigint): number | null {
  if (ticks <= 0n || ticks > lastTick) return null;
  return Number((ticks - ticksAtUnixEpoch) / 10000n);
}

/** A byte array: its length, −1 for null, and an LZMA stream whose header must promise something bearable. */
function readCompressedSpan(
  bytes: Uint8Array,
  reader: ByteReader,
  about: { what: string; maxBytes: number },
): ByteSpan {
  const { what, maxBytes } = about;
  const length = reader.i32(`length of the ${what}`);
  const offset = reader.position;
  if (length < -1) throw new Failure('replay/unreadable', `The ${what} claim a length of ${length} bytes.`);
  if (length <= 0) return { offset, length: 0 };
  reader.skip(what, length);
  if (length < lzmaHeaderBytes) {
    throw new Failure('replay/unreadable', `The ${what} are ${length} bytes, too few for an LZMA header.`);
  }
  const { size } = readLzmaHeader(bytes.subarray(offset, offset + lzmaHeaderBytes));
  if (size === null) return { offset, length };
  // A stream of nothing counts as no stream: failed local scores are written like that.
  if (size === 0) return { offset, length: 0 };
  if (size > maxBytes) {
    throw new Failure(
      'replay/unreadable',
      `The ${what} claim to unpack to ${size} bytes; at most ${maxBytes} are read.`,
    );
  }
  if (size > maxUncheckedBytes && size > length * maxExpansion) {
    throw new Failure(
      'replay/unreadable',
      `The ${what} claim to unpack from ${length} to ${size} bytes; more than ${maxExpansion} times is not believed.`,
    );
  }
  return { offset, length };
}

/** 64 bits since 20140721, 32 bits since 20121008, nothing before; tools without a version write the newest form. */
export function onlineIdBytes(version: number): 8 | 4 | 0 {
  if (version >= 20140721 || version < 20070000) return 8;
  return version >= 20121008 ? 4 : 0;
}

/** Nothing in playing depends on it, and tools often leave it out: what is left of the file decides then. */
function readOnlineId(reader: ByteReader, version: number): bigint | null {
  const bytes = Math.min(onlineIdBytes(version), reader.remaining);
  if (bytes === 8) return reader.i64('online id');
  return bytes >= 4 ? BigInt(reader.i32('online id')) : null;
}

function readScoreInfoSpan(bytes: Uint8Array, reader: ByteReader): ByteSpan | null {
  if (reader.remaining === 0) return null;
  const span = readCompressedSpan(bytes, reader, { what: 'score details', maxBytes: maxScoreInfoBytes });
  return span.length === 0 ? null : span;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
