/** Frames that are looked at together: a millisecond. */
const blockFrames = 48;
/** How much louder than what came before something begins. */
const rise = 6;
/** Milliseconds that count as "before", and in which a beginning has no second one. */
const memoryBlocks = 24;
/** Below this nothing is heard anyway: a step of half a percent of full scale. */
const quiet = blockFrames * 0.005 ** 2;

/** Finds where sounds begin sharply, such as drums: the moments that ears keep time by. */
export interface OnsetDetector {
  /** Hears the next samples, of one channel; returns the frames, counted from the very first, where something begins. */
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
    const begins = energy > quiet && energy > rise * mean && block - last >= memoryBlocks;
    before += energy - energies[slot]!;
    // A running sum of floats never quite comes back to nothing.
    if (before < 0) before = 0;
    energies[slot] = energy;
    block++;
    if (!begins) return null;
    last = block - 1;
    const steepest = slopes.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0);
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
