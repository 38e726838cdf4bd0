/** LZMA's range encoder, the counterpart of `RangeDecoder`. */
export class RangeEncoder {
  private bytes = new Uint8Array(4096);
  private at: number;
  /** Up to 33 bits: the highest is a carry into the cached bytes. */
  private low = 0;
  private range = 0xffffffff;
  private cache = 0;
  private cacheSize = 1;

  constructor(reservedBytes: number) {
    this.at = reservedBytes;
  }

  bit(probabilities: Uint16Array, index: number, bit: number): void {
    const probability = probabilities[index]!;
    const bound = (this.range >>> 11) * probability;
    if (bit === 0) {
      this.range = bound;
      probabilities[index] = probability + ((2048 - probability) >> 5);
    } else {
      this.low += bound;
      this.range -= bound;
      probabilities[index] = probability - (probability >> 5);
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

  tree(probabilities: Uint16Array, base: number, { bits, value }: { bits: number; value: number }): void {
    let node = 1;
    for (let i = bits - 1; i >= 0; i--) {
      const bit = (value >> i) & 1;
      this.bit(probabilities, base + node, bit);
      node = (node << 1) | bit;
    }
  }

  reverseTree(probabilities: Uint16Array, base: number, { bits, value }: { bits: number; value: number }): void {
    let node = 1;
    for (let i = 0; i < bits; i++) {
      const bit = (value >> i) & 1;
      this.bit(probabilities, base + node, bit);
      node = (node << 1) | bit;
    }
  }

  literal(probabilities: Uint16Array, base: number, byte: number): void {
    this.tree(probabilities, base, { bits: 8, value: byte });
  }

  literalAfterMatch(
    probabilities: Uint16Array,
    base: number,
    { byte, expected }: { byte: number; expected: number },
  ): void {
    let node = 1;
    let same = true;
    for (let i = 7; i >= 0; i--) {
      const bit = (byte >> i) & 1;
      const guess = (expected >> i) & 1;
      this.bit(probabilities, same ? base + ((1 + guess) << 8) + node : base + node, bit);
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

  /** Writes the cached byte once no carry can change it; following bytes of 255 are cached with it. */
  private shift(): void {
    const carry = this.low > 0xffffffff ? 1 : 0;
    if (carry === 1 || this.low < 0xff000000) {
      this.write(this.cache + carry);
      while (--this.cacheSize > 0) this.write(0xff + carry);
      this.cache = (this.low >>> 24) & 0xff;
      this.cacheSize = 0;
    }
    this.cacheSize++;
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
