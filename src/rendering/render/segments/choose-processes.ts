/** The resources that a render may use. */
export interface Machine {
  readonly cores: number;
  readonly memoryMb: number;
}

/** What the memory of a render depends on. */
export interface VideoSize {
  readonly width: number;
  readonly height: number;
  /** A slower preset of x264 looks ahead further. */
  readonly preset: string;
}

/** The program with the play, and everything that does not depend on the encoder. */
const programMb = 250;
/** The frames that each thread of x264 holds at 1080p. With 2 to 32 threads, 21 MB were measured, and 66 at 4K. */
const threadMb = 22;
/** The other frames that x264 holds at 1080p: measured and rounded up. */
const lookaheadMb: Readonly<Record<string, number>> = {
  ultrafast: 20,
  quick: 125,
  superfast: 155,
  balanced: 175,
  veryfast: 210,
  faster: 280,
  fast: 310,
  medium: 380,
  small: 415,
  slow: 450,
};
/** An estimate for the presets that are slower than `slow`. */
const slowestLookaheadMb = 600;

/** One process draws its frames on one core. More threads than this would wait for them. */
const maxThreads = 16;
/** With one thread, x264 is slower than the drawing. */
const minThreadsPerProcess = 2;
/** x264's own choice: threads wait for each other, so one per core would not use all cores. */
const threadsPerCore = 1.5;

/** A process takes a second or two to load the play, which pays only for at least this many frames. */
const minFramesPerProcess = 600;

/** The memory that a render needs at least: one process, and one thread of the encoder. */
export function minRenderMemoryMb(size: VideoSize): number {
  return Math.ceil(processMemoryMb(size, 1));
}

function processMemoryMb(size: VideoSize, threads: number): number {
  return programMb + encoderMb(size, threads);
}

function encoderMb({ width, height, preset }: VideoSize, threads: number): number {
  const of1080p = (width * height) / (1920 * 1080);
  return of1080p * ((lookaheadMb[preset] ?? slowestLookaheadMb) + threads * threadMb);
}

/** The maximum number of processes for a video of this size: one per core, unless the operator requests another number. */
export function maxProcesses(
  { cores, memoryMb }: Machine,
  { requested, ...size }: VideoSize & { requested: number | null },
): number {
  const affordable = Math.floor(memoryMb / processMemoryMb(size, minThreadsPerProcess));
  return Math.max(1, Math.min(requested ?? cores, affordable));
}

/** How many of at most `max` processes the length of a video justifies. */
export function chooseProcesses(max: number, frames: number): number {
  return Math.max(1, Math.min(max, Math.floor(frames / minFramesPerProcess)));
}

/** The encoder threads of each process: as many as the cores are worth, and no more than fit into the memory. */
export function chooseThreads({ cores, memoryMb }: Machine, processes: number, size: VideoSize): number {
  const wanted = processes === 1 ? Math.ceil(cores * threadsPerCore) : Math.floor(cores / processes);
  const left = memoryMb / processes - processMemoryMb(size, 0);
  const affordable = Math.floor(left / (encoderMb(size, 1) - encoderMb(size, 0)));
  return Math.max(1, Math.min(wanted, affordable, maxThreads));
}
