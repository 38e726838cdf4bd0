/** What a render may have of its machine. */
export interface Machine {
  /** Of the processor. */
  readonly cores: number;
  readonly memoryMb: number;
}

/** What one more process takes of the memory: its program and the play, and pictures in all their stages. */
const needed = { programMb: 250, picture1080pMb: 200 };

/** A process takes a second or two to read the play anew: for fewer frames than this it is not worth the while. */
const framesWorthAProcess = 600;

/** How many processes a video of a size can be rendered by: one a core, unless somebody wants another number of them. */
export function mostProcesses(
  { cores, memoryMb }: Machine,
  { width, height, wanted }: { width: number; height: number; wanted: number | null },
): number {
  const neededMb = needed.programMb + (needed.picture1080pMb * width * height) / (1920 * 1080);
  return Math.max(1, Math.min(wanted ?? cores, Math.floor(memoryMb / neededMb)));
}

/** How many of those it is rendered by. */
export function worthwhileProcesses(most: number, frames: number): number {
  return Math.max(1, Math.min(most, Math.floor(frames / framesWorthAProcess)));
}
