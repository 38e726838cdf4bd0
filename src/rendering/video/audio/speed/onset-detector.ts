/** Frames that are analysed together: one millisecond. */
const blockFrames = 48;
/** An onset has this many times the energy of the sound before it. */
const rise = 6;
/** Blocks that count as "before"; an onset has no second one within this time. */
const memoryBlocks = 24;
/** Quieter onsets are inaudible: a step of half a percent of full scale. */
const quiet = blockFrames * 0.005 ** 2;

/** Finds sharp onsets, such as drums, by which listeners perceive the rhythm. */
export interface OnsetDetector {
  /** Analyses the next mono samples; returns the frames, counted from the very first, where a sound begins. */
  process(samples: Float32Array): number[];
}

export function createOnsetDetector(): OnsetDetector {
  const energies = new Float64Array(memoryBlocks);
  const slopes = new Float64Array(blockFrames);
  let before = 0;
  let previous = 0;
  let position = 0;
  let filled = 0;
  let block = 0;
  let last = -Infinity;

  function endBlock(): number | null {
    let energy = 0;
    for (const slope of slopes) energy += slope * slope;
    const slot = block % memoryBlocks;
    const mean = before / memoryBlocks;
    const isOnset = energy > quiet && energy > rise * mean && block - last >= memoryBlocks;
    before += energy - energies[slot]!;
    // Rounding can make a running sum of floats negative.
    if (before < 0) before = 0;
    energies[slot] = energy;
    block++;
    if (!isOnset) return null;
    last = block - 1;
    const steepest = slopes.reduce((max, slope) => Math.max(max, Math.abs(slope)), 0);
    return position - blockFrames + slopes.findIndex((slope) => Math.abs(slope) >= steepest / 4);
  }

  return {
    process(samples) {
      const found: number[] = [];
      for (const sample of samples) {
        slopes[filled++] = sample - previous;
        previous = sample;
        position++;
        if (filled < blockFrames) continue;
        filled = 0;
        const onset = endBlock();
        if (onset !== null) found.push(onset);
      }
      return found;
    },
  };
}
