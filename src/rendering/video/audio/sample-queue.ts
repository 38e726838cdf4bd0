/** Samples that were read from a stream and are still needed. Its memory is reused: blocks would be garbage ten times a second. */
export interface SampleQueue {
  /** All samples, oldest first; valid until the next call of `add`. */
  readonly samples: Float32Array;
  add(block: Float32Array): void;
  /** Removes the oldest samples. */
  drop(count: number): void;
}

export function createSampleQueue(): SampleQueue {
  let memory = new Float32Array(0);
  let first = 0;
  let end = 0;

  /** Moves the samples to the start of the memory, or of a larger one. */
  function makeSpaceFor(added: number): void {
    const kept = memory.subarray(first, end);
    const needed = kept.length + added;
    // Twice the size, so that samples are moved only when as many have been dropped.
    if (memory.length < needed) memory = new Float32Array(needed * 2);
    memory.set(kept);
    first = 0;
    end = kept.length;
  }

  return {
    get samples() {
      return memory.subarray(first, end);
    },
    add(block) {
      if (end + block.length > memory.length) makeSpaceFor(block.length);
      memory.set(block, end);
      end += block.length;
    },
    drop(count) {
      first = Math.min(end, first + count);
    },
  };
}
