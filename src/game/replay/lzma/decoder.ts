import { Failure } from '../../../failure.ts';
import { lzmaHeaderBytes, readLzmaHeader } from './header.ts';
import {
  createModel,
  type LengthModel,
  lengthHigh,
  lengthLow,
  lengthMid,
  minMatch,
  stateAfterLiteral,
  stateAfterMatch,
  stateAfterRep,
  stateAfterShortRep,
} from './model.ts';

/**
 * Unpacks an LZMA stream with its 13-byte header, into never more than `maxBytes`. Strict: a stream that is cut,
 * goes on after its end, or points before its beginning is refused. LZMA has no checksum, so that the text of a
 * damaged stream may still come out wrong.
 */
export function decodeLzma(stream: Uint8Array, maxBytes: number): Uint8Array {
  const { lc, lp, pb, dictionaryBytes, size } = readLzmaHeader(stream);
  if (size !== null && size > maxBytes) throw tooLarge(maxBytes);
  const limits = { size, maxBytes };
  let out: Uint8Array = new Uint8Array(size ?? Math.min(maxBytes, 64 * 1024));
  const input = new RangeDecoder(stream, lzmaHeaderBytes);
  const model = createModel({ lc, lp });
  const { literal } = model;
  const positionMask = (1 << pb) - 1;
  const literalMask = (1 << lp) - 1;
  const end = size ?? Number.POSITIVE_INFINITY;

  let at = 0;
  let state = 0;
  let rep0 = 0;
  let rep1 = 0;
  let rep2 = 0;
  let rep3 = 0;

  for (;;) {
    // A stream of known size ends where its size is reached; one that has more to say may only say "end".
    if (at === end && input.isFinished) break;
    const positionState = at & positionMask;
    if (input.bit(model.isMatch, (state << 4) + positionState) === 0) {
      if (at >= out.length) out = growOutput(out, at + 1, limits);
      const before = at > 0 ? out[at - 1]! : 0;
      const base = 0x300 * (((at & literalMask) << lc) + (before >> (8 - lc)));
      out[at] = state < 7 ? input.literal(literal, base) : input.literalAfterMatch(literal, base, out[at - rep0 - 1]!);
      at++;
      state = stateAfterLiteral(state);
      continue;
    }

    let length: number;
    if (input.bit(model.isRep, state) === 0) {
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      length = decodeLength(input, model.matchLength, positionState);
      const slot = input.tree(model.slot, Math.min(length - minMatch, 3) << 6, 6);
      rep0 = slot < 4 ? slot : decodeDistance(input, model, slot);
      state = stateAfterMatch(state);
      if (rep0 === -1) {
        if (size !== null && at !== size) throw corrupt(`it ends after ${at} of ${size} bytes`);
        break;
      }
    } else if (input.bit(model.isRep0, state) === 0) {
      if (input.bit(model.isRep0Long, (state << 4) + positionState) === 0) {
        length = 1;
        state = stateAfterShortRep(state);
      } else {
        length = decodeLength(input, model.repLength, positionState);
        state = stateAfterRep(state);
      }
    } else {
      let distance = rep1;
      if (input.bit(model.isRep1, state) === 1) {
        distance = rep2;
        if (input.bit(model.isRep2, state) === 1) {
          distance = rep3;
          rep3 = rep2;
        }
        rep2 = rep1;
      }
      rep1 = rep0;
      rep0 = distance;
      length = decodeLength(input, model.repLength, positionState);
      state = stateAfterRep(state);
    }

    // Distances are kept as the format codes them: less one, 32 bits, and so negative when beyond 2 GiB.
    if (rep0 < 0 || rep0 >= at || rep0 >= Math.max(dictionaryBytes, minDictionaryBytes)) {
      throw corrupt(`byte ${at} is copied from before its beginning`);
    }
    const stop = at + length;
    if (stop > out.length) out = growOutput(out, stop, limits);
    for (let from = at - rep0 - 1; at < stop; at++, from++) out[at] = out[from]!;
  }

  if (!input.isFinished) throw corrupt('it goes on where it should end');
  if (input.remaining > 0) throw corrupt(`${input.remaining} bytes follow its end`);
  return out.subarray(0, at);
}

/** A decoder takes smaller sizes in the header for this one. */
const minDictionaryBytes = 4096;

function decodeLength(input: RangeDecoder, model: LengthModel, positionState: number): number {
  if (input.bit(model, 0) === 0) return minMatch + input.tree(model, lengthLow + (positionState << 3), 3);
  if (input.bit(model, 1) === 0) return minMatch + 8 + input.tree(model, lengthMid + (positionState << 3), 3);
  return minMatch + 16 + input.tree(model, lengthHigh, 8);
}

function decodeDistance(
  input: RangeDecoder,
  model: { special: Uint16Array; align: Uint16Array },
  slot: number,
): number {
  const lowBits = (slot >> 1) - 1;
  const high = (2 | (slot & 1)) << lowBits;
  if (slot < 14) return high + input.reverseTree(model.special, high - slot, lowBits);
  return (high + (input.direct(lowBits - 4) << 4) + input.reverseTree(model.align, 0, 4)) | 0;
}

/**
 * The arithmetic decoder: bits out of bytes, each by a probability that moves towards what it saw. `range` and
 * `code` are unsigned 32-bit numbers kept as signed ones, which V8 holds without allocating.
 */
class RangeDecoder {
  private readonly bytes: Uint8Array;
  private at: number;
  private range = -1;
  private code = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.bytes = bytes;
    this.at = start;
    if (this.next() !== 0) throw corrupt('its first byte is not 0');
    for (let i = 0; i < 4; i++) this.code = (this.code << 8) | this.next();
    if (this.code === -1) throw corrupt('its first bytes are no number below the range');
  }

  get isFinished(): boolean {
    return this.code === 0;
  }

  get remaining(): number {
    return this.bytes.length - this.at;
  }

  bit(odds: Uint16Array, index: number): number {
    const chance = odds[index]!;
    const bound = Math.imul(this.range >>> 11, chance);
    let bit: number;
    if (this.code >>> 0 < bound >>> 0) {
      this.range = bound;
      odds[index] = chance + ((2048 - chance) >> 5);
      bit = 0;
    } else {
      this.range = (this.range - bound) | 0;
      this.code = (this.code - bound) | 0;
      odds[index] = chance - (chance >> 5);
      bit = 1;
    }
    if (this.range >>> 0 < 0x1000000) {
      this.range <<= 8;
      this.code = (this.code << 8) | this.next();
    }
    return bit;
  }

  /** Bits that were written without odds, highest first. */
  direct(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      this.range >>>= 1;
      const one = this.code >>> 0 >= this.range >>> 0;
      if (one) this.code = (this.code - this.range) | 0;
      value = (value << 1) | (one ? 1 : 0);
      if (this.range >>> 0 < 0x1000000) {
        this.range <<= 8;
        this.code = (this.code << 8) | this.next();
      }
    }
    return value;
  }

  tree(odds: Uint16Array, base: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(odds, base + node);
    return node - (1 << bits);
  }

  /** Like `tree`, lowest bit first. */
  reverseTree(odds: Uint16Array, base: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(odds, base + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  literal(odds: Uint16Array, base: number): number {
    let node = 1;
    while (node < 0x100) node = (node << 1) | this.bit(odds, base + node);
    return node & 0xff;
  }

  /** After a match, the byte that would have gone on with it chooses the odds until the two differ. */
  literalAfterMatch(odds: Uint16Array, base: number, expected: number): number {
    let node = 1;
    let guess = expected;
    while (node < 0x100) {
      const guessBit = (guess >> 7) & 1;
      guess <<= 1;
      const bit = this.bit(odds, base + ((1 + guessBit) << 8) + node);
      node = (node << 1) | bit;
      if (bit !== guessBit) break;
    }
    while (node < 0x100) node = (node << 1) | this.bit(odds, base + node);
    return node & 0xff;
  }

  private next(): number {
    if (this.at >= this.bytes.length) throw corrupt('it is cut off');
    return this.bytes[this.at++]!;
  }
}

/** A declared size is the size; without one the output doubles up to the cap. */
function growOutput(bytes: Uint8Array, needed: number, limits: { size: number | null; maxBytes: number }): Uint8Array {
  const { size, maxBytes } = limits;
  if (size !== null) throw corrupt(`it is longer than the ${size} bytes it claims`);
  if (needed > maxBytes) throw tooLarge(maxBytes);
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, bytes.length * 2)));
  larger.set(bytes);
  return larger;
}

function corrupt(why: string): Failure {
  return new Failure('replay/unreadable', `The LZMA stream is corrupt: ${why}.`);
}

function tooLarge(maxBytes: number): Failure {
  return new Failure('replay/unreadable', `The LZMA stream unpacks to more than ${maxBytes} bytes.`);
}
