import { lzmaHeaderBytes, writeLzmaHeader } from './header.ts';
import { createMatchFinder } from './match-finder.ts';
import {
  createModel,
  type LengthModel,
  type LzmaModel,
  lengthHigh,
  lengthLow,
  lengthMid,
  minMatch,
  stateAfterLiteral,
  stateAfterMatch,
  stateAfterRep,
} from './model.ts';

/** The properties that every client writes: see readLzmaHeader. */
const lc = 3;
const positionMask = 3;
const dictionaryBytes = 2 * 1024 * 1024;

/**
 * Packs bytes into an LZMA stream of declared size that any LZMA decoder reads. It takes the longest match at hand
 * and weighs nothing, which makes replays about a quarter larger than the game's own.
 */
export function encodeLzma(bytes: Uint8Array): Uint8Array {
  const output = new RangeEncoder(lzmaHeaderBytes);
  const model = createModel({ lc, lp: 0 });
  const finder = createMatchFinder(bytes, dictionaryBytes);
  let state = 0;
  let rep0 = 0;

  for (let at = 0; at < bytes.length; ) {
    const positionState = at & positionMask;
    const match = finder.longestMatchAt(at);
    const repeated = at > rep0 ? finder.lengthAt(at, rep0 + 1) : 0;
    if (repeated >= minMatch && repeated + 1 >= match.length) {
      output.bit(model.isMatch, (state << 4) + positionState, 1);
      output.bit(model.isRep, state, 1);
      output.bit(model.isRep0, state, 0);
      output.bit(model.isRep0Long, (state << 4) + positionState, 1);
      encodeLength(output, model.repLength, { length: repeated, positionState });
      state = stateAfterRep(state);
      at += repeated;
    } else if (match.length > minMatch) {
      rep0 = match.distance - 1;
      output.bit(model.isMatch, (state << 4) + positionState, 1);
      output.bit(model.isRep, state, 0);
      encodeLength(output, model.matchLength, { length: match.length, positionState });
      encodeDistance(output, model, match);
      state = stateAfterMatch(state);
      at += match.length;
    } else {
      output.bit(model.isMatch, (state << 4) + positionState, 0);
      const before = at > 0 ? bytes[at - 1]! : 0;
      const base = 0x300 * (before >> (8 - lc));
      if (state < 7) output.literal(model.literal, base, bytes[at]!);
      else output.literalAfterMatch(model.literal, base, { byte: bytes[at]!, expected: bytes[at - rep0 - 1]! });
      state = stateAfterLiteral(state);
      at++;
    }
  }

  const stream = output.finish();
  writeLzmaHeader(stream, { dictionaryBytes, size: bytes.length });
  return stream;
}

function encodeLength(
  output: RangeEncoder,
  model: LengthModel,
  { length, positionState }: { length: number; positionState: number },
): void {
  const value = length - minMatch;
  output.bit(model, 0, value < 8 ? 0 : 1);
  if (value < 8) {
    output.tree(model, lengthLow + (positionState << 3), { bits: 3, value });
    return;
  }
  output.bit(model, 1, value < 16 ? 0 : 1);
  if (value < 16) output.tree(model, lengthMid + (positionState << 3), { bits: 3, value: value - 8 });
  else output.tree(model, lengthHigh, { bits: 8, value: value - 16 });
}

function encodeDistance(output: RangeEncoder, model: LzmaModel, match: { distance: number; length: number }): void {
  const distance = match.distance - 1;
  const top = 31 - Math.clz32(distance);
  const slot = distance < 4 ? distance : top * 2 + ((distance >>> (top - 1)) & 1);
  output.tree(model.slot, Math.min(match.length - minMatch, 3) << 6, { bits: 6, value: slot });
  if (slot < 4) return;
  const lowBits = top - 1;
  const high = (2 | (slot & 1)) << lowBits;
  const low = distance - high;
  if (slot < 14) {
    output.reverseTree(model.special, high - slot, { bits: lowBits, value: low });
  } else {
    output.direct(low >>> 4, lowBits - 4);
    output.reverseTree(model.align, 0, { bits: 4, value: low & 15 });
  }
}

/** The arithmetic encoder: the mirror image of the decoder's. */
class RangeEncoder {
  private bytes = new Uint8Array(4096);
  private at: number;
  /** Up to 33 bits: the highest is a carry into bytes already on their way. */
  private low = 0;
  private range = 0xffffffff;
  private held = 0;
  private heldCount = 1;

  constructor(reservedBytes: number) {
    this.at = reservedBytes;
  }

  bit(odds: Uint16Array, index: number, bit: number): void {
    const chance = odds[index]!;
    const bound = (this.range >>> 11) * chance;
    if (bit === 0) {
      this.range = bound;
      odds[index] = chance + ((2048 - chance) >> 5);
    } else {
      this.low += bound;
      this.range -= bound;
      odds[index] = chance - (chance >> 5);
    }
    this.normalize();
  }

  direct(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) {
      this.range >>>= 1;
      if (((value >>> i) & 1) === 1) this.low += this.range;
      this.normalize();
    }
  }

  tree(odds: Uint16Array, base: number, { bits, value }: { bits: number; value: number }): void {
    let node = 1;
    for (let i = bits - 1; i >= 0; i--) {
      const bit = (value >> i) & 1;
      this.bit(odds, base + node, bit);
      node = (node << 1) | bit;
    }
  }

  reverseTree(odds: Uint16Array, base: number, { bits, value }: { bits: number; value: number }): void {
    let node = 1;
    for (let i = 0; i < bits; i++) {
      const bit = (value >> i) & 1;
      this.bit(odds, base + node, bit);
      node = (node << 1) | bit;
    }
  }

  literal(odds: Uint16Array, base: number, byte: number): void {
    this.tree(odds, base, { bits: 8, value: byte });
  }

  literalAfterMatch(odds: Uint16Array, base: number, { byte, expected }: { byte: number; expected: number }): void {
    let node = 1;
    let same = true;
    for (let i = 7; i >= 0; i--) {
      const bit = (byte >> i) & 1;
      const guess = (expected >> i) & 1;
      this.bit(odds, same ? base + ((1 + guess) << 8) + node : base + node, bit);
      node = (node << 1) | bit;
      same &&= bit === guess;
    }
  }

  finish(): Uint8Array {
    for (let i = 0; i < 5; i++) this.shift();
    return this.bytes.slice(0, this.at);
  }

  private normalize(): void {
    while (this.range < 0x1000000) {
      this.range = (this.range << 8) >>> 0;
      this.shift();
    }
  }

  /** Moves the top byte out, once no carry can change it any more; runs of 255 wait with it. */
  private shift(): void {
    const carry = this.low > 0xffffffff ? 1 : 0;
    if (carry === 1 || this.low < 0xff000000) {
      this.write(this.held + carry);
      while (--this.heldCount > 0) this.write(0xff + carry);
      this.held = (this.low >>> 24) & 0xff;
      this.heldCount = 0;
    }
    this.heldCount++;
    this.low = (this.low & 0xffffff) * 256;
  }

  private write(byte: number): void {
    if (this.at === this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.at++] = byte;
  }
}
