import type { Rgb } from '../../game/units.ts';
import type { Kernel } from './kernel.ts';
import { fullTint, identityWord, kindWord, recordBytes, tileRowsBytes, tintWord, writtenWords } from './layout.ts';
import type { Memory } from './memory.ts';

/** The records of a frame in the kernel's memory. A record is addressed by the index of its first 32-bit word. */
export class RecordBuffer {
  // Views of the kernel's whole memory: creating a view is slow, and a frame has hundreds of items.
  ints = new Int32Array(0);
  floats = new Float32Array(0);
  private lanes = new Int16Array(0);
  private readonly kernel: Kernel;
  private readonly memory: Memory;
  private capacity = 512;
  private start: number;

  constructor(kernel: Kernel, memory: Memory) {
    this.kernel = kernel;
    this.memory = memory;
    this.start = memory.allocate(this.capacity * (recordBytes + tileRowsBytes));
  }

  /** Makes sure that this many records fit. Records written before are lost. */
  reserve(count: number): void {
    if (count <= this.capacity) return;
    this.memory.free(this.start);
    this.capacity = count * 2;
    this.start = this.memory.allocate(this.capacity * (recordBytes + tileRowsBytes));
  }

  addressOf(record: number): number {
    return this.start + record * recordBytes;
  }

  wordOf(record: number): number {
    return this.addressOf(record) / 4;
  }

  /** Begins a record. Measure bodies and copy images before: both may move the kernel's memory. */
  begin(at: number, kind: number): void {
    // When memory grows, its old buffer is detached and the views have length 0.
    if (this.ints.length === 0) {
      const { buffer } = this.kernel.memory;
      this.ints = new Int32Array(buffer as ArrayBuffer);
      this.floats = new Float32Array(buffer as ArrayBuffer);
      this.lanes = new Int16Array(buffer as ArrayBuffer);
    }
    this.ints[at + kindWord] = kind;
  }

  /** Begins a record and clears all its fields. */
  beginEmpty(at: number, kind: number): void {
    this.begin(at, kind);
    for (let i = at + kindWord + 1; i < at + writtenWords; i++) this.ints[i] = 0;
  }

  /** Writes four 16-bit fractions: the tint times alpha, and alpha. For a shape, the tint is its colour. */
  setTint(at: number, tint: Rgb, alpha: number): void {
    const { lanes } = this;
    const lane = (at + tintWord) * 2;
    const strength = fullTint * Math.max(0, Math.min(1, alpha));
    lanes[lane] = Math.round((tint.r / 255) * strength);
    lanes[lane + 1] = Math.round((tint.g / 255) * strength);
    lanes[lane + 2] = Math.round((tint.b / 255) * strength);
    lanes[lane + 3] = Math.round(strength);
  }

  /** Clears the alpha but not the colour: the record then adds light to the pixels below. */
  clearAlpha(at: number): void {
    this.lanes[(at + tintWord) * 2 + 3] = 0;
  }

  /** Mixes a number into the identity, so that the record has another hash. */
  mixIdentity(at: number, value: number): void {
    this.ints[at + identityWord] = (this.ints[at + identityWord] ?? 0) ^ value;
  }
}
