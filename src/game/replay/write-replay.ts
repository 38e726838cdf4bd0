import { unixMsToTicks } from './dotnet-ticks.ts';
import { seedMarker } from './frames.ts';
import { firstLazerVersion, onlineIdBytes } from './header.ts';
import { writeLifeGraph } from './life-graph.ts';
import { encodeLzma } from './lzma/encoder.ts';
import type { Replay, ReplayFrames } from './replay.ts';
import { writeScoreInfo } from './score-info.ts';

/** A replay without the positions of its compressed parts, which writing determines. */
export type WritableReplay = Omit<Replay, 'header'> & {
  readonly header: Omit<Replay['header'], 'frames' | 'scoreInfo'>;
};

const targetBit = 1 << 23;

/** Encodes an .osr file. A replay without frames and seed gets no frame data. */
export function writeReplay({ header, frames, seed, scoreInfo }: WritableReplay): Uint8Array {
  const { counts } = header;
  const parts: Uint8Array[] = [
    u8(header.mode),
    i32(header.version),
    string(header.beatmapMd5),
    string(header.player),
    string(header.replayMd5),
    ...[counts.n300, counts.n100, counts.n50, counts.geki, counts.katu, counts.miss].map(u16),
    i32(header.score),
    u16(header.maxCombo),
    u8(header.perfect ? 1 : 0),
    i32(header.modBits),
    string(writeLifeGraph(header.lifeGraph)),
    i64(header.playedAtUnixMs === null ? 0n : unixMsToTicks(header.playedAtUnixMs)),
    byteArray(frames.count === 0 && seed === null ? null : encodeLzma(framesText(frames, seed))),
  ];
  const idBytes = onlineIdBytes(header.version);
  if (idBytes === 8) parts.push(i64(header.onlineId ?? 0n));
  if (idBytes === 4) parts.push(i32(Number(header.onlineId ?? 0n)));
  // Stable expects a total accuracy at the end of a Target Practice replay.
  if (header.version < firstLazerVersion && (header.modBits & targetBit) !== 0) parts.push(i64(0n));
  if (header.version > firstLazerVersion) parts.push(byteArray(scoreInfo && encodeLzma(writeScoreInfo(scoreInfo))));
  return concatenate(parts);
}

function framesText(frames: ReplayFrames, seed: number | null): Uint8Array {
  const entries: string[] = [];
  let before = 0;
  for (let i = 0; i < frames.count; i++) {
    const time = Math.round(frames.times[i]!);
    entries.push(`${time - before}|${floatText(frames.xs[i]!)}|${floatText(frames.ys[i]!)}|${frames.keys[i]!},`);
    before = time;
  }
  if (seed !== null) entries.push(`${seedMarker}|0|0|${seed},`);
  return new TextEncoder().encode(entries.join(''));
}

/** The shortest decimal that parses to the same 32-bit float. */
function floatText(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

function field(size: number, set: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(size);
  set(new DataView(bytes.buffer));
  return bytes;
}

const u8 = (value: number) => field(1, (view) => view.setUint8(0, value));
const u16 = (value: number) => field(2, (view) => view.setUint16(0, value, true));
const i32 = (value: number) => field(4, (view) => view.setInt32(0, value, true));
const i64 = (value: bigint) => field(8, (view) => view.setBigInt64(0, value, true));

function string(text: string): Uint8Array {
  if (text === '') return u8(0);
  const bytes = new TextEncoder().encode(text);
  return concatenate([u8(0x0b), uleb128(bytes.length), bytes]);
}

function uleb128(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Uint8Array.from(bytes);
}

function byteArray(bytes: Uint8Array | null): Uint8Array {
  return bytes === null ? i32(0) : concatenate([i32(bytes.length), bytes]);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
