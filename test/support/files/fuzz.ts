import { Failure } from '../../../src/failure.ts';
import { startCpuClock } from '../processes/cpu-clock.ts';

/** The number of mutated files per format; `npm run fuzz` sets a higher one. */
export const fuzzCases = Number(process.env.FUZZ_CASES ?? 1000);

/** A random number generator with a seed: numbers from 0 to below 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An endless, reproducible sequence of copies of a file with a few random changes each. */
export function* mutations(bytes: Uint8Array, seed: number): Generator<Uint8Array, never, undefined> {
  const random = seededRandom(seed);
  const below = (n: number) => Math.floor(random() * n);
  for (;;) {
    let copy: Uint8Array = bytes.slice();
    for (let changes = 1 + below(5); changes > 0; changes--) {
      copy = mutators[below(mutators.length)]!(copy, below) ?? copy;
    }
    yield copy;
  }
}

type Below = (n: number) => number;

/** Each mutator may change its argument or return another file. */
const mutators: readonly ((bytes: Uint8Array, below: Below) => Uint8Array | undefined)[] = [
  function flipBit(bytes, below) {
    if (bytes.length > 0) bytes[below(bytes.length)]! ^= 1 << below(8);
    return bytes;
  },
  function setByte(bytes, below) {
    if (bytes.length > 0) bytes[below(bytes.length)] = pick([0, 1, 0x7f, 0x80, 0xff, below(256)], below);
    return bytes;
  },
  /** Lengths, counts and sizes are mostly near the front. */
  function setNumber(bytes, below) {
    if (bytes.length < 4) return;
    const end = below(2) === 0 ? Math.min(bytes.length, 300) : bytes.length;
    const value = pick([0, -1, 1, 0x7fffffff, -0x80000000, 0x10000, 0x2000000, below(2 ** 31)], below);
    new DataView(bytes.buffer, bytes.byteOffset).setInt32(below(end - 3), value, true);
    return bytes;
  },
  function cut(bytes, below) {
    return below(3) === 0 ? bytes.slice(0, below(bytes.length + 1)) : undefined;
  },
  function remove(bytes, below) {
    const start = below(bytes.length + 1);
    return splice(bytes, { start, remove: Math.min(bytes.length - start, below(64)), insert: new Uint8Array() });
  },
  function repeat(bytes, below) {
    const start = below(bytes.length + 1);
    const piece = bytes.slice(start, start + below(64));
    const insert = Uint8Array.from({ length: piece.length * (1 + below(8)) }, (_, i) => piece[i % piece.length]!);
    return splice(bytes, { start, remove: 0, insert });
  },
  function insertNoise(bytes, below) {
    const insert = Uint8Array.from({ length: below(32) }, () => below(256));
    return splice(bytes, { start: below(bytes.length + 1), remove: 0, insert });
  },
  /** Replaces the next decimal number of a text format. */
  function replaceNumber(bytes, below) {
    const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
    let start = below(bytes.length + 1);
    const search = Math.min(bytes.length, start + 500);
    while (start < search && !isDigit(bytes[start])) start++;
    if (!isDigit(bytes[start])) return;
    let end = start;
    while (isDigit(bytes[end]) && end - start < 20) end++;
    const insert = new TextEncoder().encode(pick(oddNumbers, below));
    return splice(bytes, { start, remove: end - start, insert });
  },
];

const oddNumbers = [
  '0',
  '-1',
  '9999999',
  '2147483648',
  '-2147483649',
  '1e308',
  '1e-320',
  'NaN',
  'Infinity',
  '-Infinity',
  '',
  '0.0000001',
  '131073',
  '99999999999999999999999',
];

function pick<T>(list: readonly T[], below: Below): T {
  return list[below(list.length)]!;
}

function splice(bytes: Uint8Array, edit: { start: number; remove: number; insert: Uint8Array }): Uint8Array {
  const { start, remove, insert } = edit;
  const result = new Uint8Array(bytes.length - remove + insert.length);
  result.set(bytes.subarray(0, start));
  result.set(insert, start);
  result.set(bytes.subarray(start + remove), start + insert.length);
  return result;
}

export interface FuzzReport {
  cases: number;
  accepted: number;
  refused: number;
  /** CPU time. */
  slowestMs: number;
  /** Memory growth of the process. */
  memoryMb: number;
}

/**
 * Calls `read` with mutated samples. It may return or throw a Failure; any other error is a bug and ends the run with the
 * seed that reproduces it.
 */
export async function fuzz(options: {
  samples: readonly Uint8Array[];
  read: (bytes: Uint8Array) => unknown;
  cases?: number;
  seed?: number;
}): Promise<FuzzReport> {
  const { samples, read, cases = fuzzCases, seed = 1 } = options;
  const sources = samples.map((sample, i) => mutations(sample, seed * 1000 + i));
  const before = process.memoryUsage().rss;
  const report = { cases, accepted: 0, refused: 0, slowestMs: 0, memoryMb: 0 };
  for (let i = 0; i < cases; i++) {
    const bytes = sources[i % sources.length]!.next().value;
    const cpuMs = startCpuClock();
    try {
      await read(bytes);
      report.accepted++;
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw new Error(`Case ${i} of seed ${seed} (sample ${i % sources.length}) crashed the reader.`, {
          cause: error,
        });
      }
      report.refused++;
    }
    report.slowestMs = Math.max(report.slowestMs, cpuMs());
    report.memoryMb = Math.max(report.memoryMb, (process.memoryUsage().rss - before) / 2 ** 20);
  }
  return report;
}
