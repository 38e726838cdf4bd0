import { Failure } from '../../../failure.ts';

/**
 * LZMA's range decoder: decodes bits with adaptive probabilities. `range` and `code` are unsigned 32-bit numbers stored
 * as signed ones, which V8 keeps without allocating.
 */
export class RangeDecoder {
  private readonly bytes: Uint8Array;
  private at: number;
  private range = -1;
  private code = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.bytes = bytes;
    this.at = start;
    if (this.next() !== 0) throw corruptStream('its first byte is not 0');
    for (let i = 0; i < 4; i++) this.code = (this.code << 8) | this.next();
    if (this.code === -1) throw corruptStream('its first code is out of range');
  }

  get isFinished(): boolean {
    return this.code === 0;
  }

  get remaining(): number {
    return this.bytes.length - this.at;
  }

  bit(probabilities: Uint16Array, index: number): number {
    const probability = probabilities[index]!;
    const bound = Math.imul(this.range >>> 11, probability);
    let bit: number;
    if (this.code >>> 0 < bound >>> 0) {
      this.range = bound;
      probabilities[index] = probability + ((2048 - probability) >> 5);
      bit = 0;
    } else {
      this.range = (this.range - bound) | 0;
      this.code = (this.code - bound) | 0;
      probabilities[index] = probability - (probability >> 5);
      bit = 1;
    }
    if (this.range >>> 0 < 0x1000000) {
      this.range <<= 8;
      this.code = (this.code << 8) | this.next();
    }
    return bit;
  }

  /** Decodes bits with fixed probability, highest bit first. */
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

  tree(probabilities: Uint16Array, base: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(probabilities, base + node);
    return node - (1 << bits);
  }

  /** Like `tree`, lowest bit first. */
  reverseTree(probabilities: Uint16Array, base: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(probabilities, base + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  literal(probabilities: Uint16Array, base: number): number {
    let node = 1;
    while (node < 0x100) node = (node << 1) | this.bit(probabilities, base + node);
    return node & 0xff;
  }

  /** After a match, the byte that would have continued it selects the probabilities until the two differ. */
  literalAfterMatch(probabilities: Uint16Array, base: number, expected: number): number {
    let node = 1;
    let guess = expected;
    while (node < 0x100) {
      const guessBit = (guess >> 7) & 1;
      guess <<= 1;
      const bit = this.bit(probabilities, base + ((1 + guessBit) << 8) + node);
      node = (node << 1) | bit;
      if (bit !== guessBit) break;
    }
    while (node < 0x100) node = (node << 1) | this.bit(probabilities, base + node);
    return node & 0xff;
  }

  private next(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw corruptStream('it is truncated');
    return byte;
  }
}

/** The failure of a stream that breaks the format. */
export function corruptStream(why: string): Failure {
  return new Failure('replay/unreadable', `The LZMA stream is corrupt: ${why}.`);
}
