/** The resources that a render may use. */
export interface Machine {
  readonly cores: number;
  readonly memoryMb: number;
}

/** The memory of one more process: its program with the play, and its frame buffers. */
const processMemory = { programMb: 250, frames1080pMb: 200 };

/** A process takes a second or two to load the play, which pays only for at least this many frames. */
const minFramesPerProcess = 600;

/** The maximum number of processes for a video of this size: one per core, unless the operator requests another number. */
export function maxProcesses(
  { cores, memoryMb }: Machine,
  { width, height, requested }: { width: number; height: number; requested: number | null },
): number {
  const neededMb = processMemory.programMb + (processMemory.frames1080pMb * width * height) / (1920 * 1080);
  return Math.max(1, Math.min(requested ?? cores, Math.floor(memoryMb / neededMb)));
}

/** How many of at most `max` processes the length of a video justifies. */
export function chooseProcesses(max: number, frames: number): number {
  return Math.max(1, Math.min(max, Math.floor(frames / minFramesPerProcess)));
}
