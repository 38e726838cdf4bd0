import { fileURLToPath } from 'node:url';
import { ChildError, runChild } from '../../../children/index.ts';
import { Failure } from '../../../failure.ts';
import type { Danser } from '../../../rendering/danser/index.ts';
import {
  maxProcesses,
  type RenderedPlay,
  type RenderPool,
  type RenderProgress,
  type RenderResult,
} from '../../../rendering/render/index.ts';
import type { RenderChildTask, RenderEvent, RenderTask, SegmentPlan } from './render-task.ts';
import { watchRenderTime } from './render-time-limits.ts';

/** Renders a job or one segment of it, or returns the segments in which several workers should render it. */
export type Render = (task: RenderTask, hooks: RenderTaskHooks) => Promise<RenderResult | SegmentPlan>;

export interface RenderTaskHooks {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
  readonly onNote: (note: string) => void;
  readonly onOpened: (play: RenderedPlay) => void;
}

export interface RendererOptions {
  /** The folder with the kernel, the glyphs and the built-in skin. */
  readonly assets: string;
  /** The whole environment of the child, without secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Null: depends on the number of frames. */
  readonly timeLimitSeconds: number | null;
  /** The maximum length of a video. */
  readonly maxVideoSeconds?: number;
  /** The limit of a render's resident memory. Null: depends on the size of the video. */
  readonly memoryMb: number | null;
  /** The processes that a render may use now. Without it, every render uses one process. */
  readonly pool?: () => Pool;
  /** How long a render may take for one frame. */
  readonly stallMs?: number;
  /** Renders instead of our own renderer. */
  readonly danser?: Danser | null;
  /** The child's program as JavaScript; tests that run from source pass one that they have built. */
  readonly childPath?: string;
}

type Pool = Omit<RenderPool, 'sources'>;

/** The processes that one render may use, and the limit of their memory together. */
interface ProcessShare {
  readonly pool: Pool | null;
  readonly processes: number;
  readonly memoryMb: number;
}

/** Another process ended the child, so the job is not at fault. */
export class RenderInterrupted extends Error {
  override readonly name = 'RenderInterrupted';
}

/** Danser reports every hundredth of a video, and `runDanser` detects a stall earlier. */
const danserStallMs = 30 * 60_000;

/**
 * On a busy machine, a render may get a twentieth of a core, and the processes that encode its segments load the map and the
 * skin before they report their first frame: two seconds of processor time.
 */
const defaultStallMs = 2 * 60_000;

/** Renders each job in a child process with limited memory and time. */
export function createRenderer(options: RendererOptions): Render {
  const { assets, env, timeLimitSeconds, maxVideoSeconds: maxSeconds } = options;
  const program = options.childPath ?? fileURLToPath(new URL('./render-child.js', import.meta.url));

  /** Danser renders one replay; videos of several are always our own. */
  function danserOf({ others = [] }: RenderTask): Danser | null {
    return others.length > 0 ? null : (options.danser ?? null);
  }

  /** The processes that a render may use, and the memory that they and their encoder threads must fit into. */
  function shareOfPool(task: RenderTask, requested?: 1): ProcessShare {
    const video = task.options;
    const pool = danserOf(task) ? undefined : options.pool?.();
    const forOne = options.memoryMb ?? memoryFor(video);
    if (!pool) return { pool: null, processes: 1, memoryMb: forOne };
    const { cores, memoryMb } = pool.machine;
    const wanted = { ...video, requested: pool.segmentSeconds === 0 ? 1 : (requested ?? pool.processes) };
    const processes = maxProcesses({ cores, memoryMb: Math.min(memoryMb, options.memoryMb ?? memoryMb) }, wanted);
    const limitMb = options.memoryMb ?? forOne * processes;
    const machine = { cores, memoryMb: Math.min(memoryMb, limitMb) };
    return { pool: { ...pool, processes, machine }, processes, memoryMb: limitMb };
  }

  async function start(
    task: RenderTask,
    hooks: RenderTaskHooks,
    { pool, memoryMb }: ProcessShare,
  ): Promise<RenderResult | SegmentPlan> {
    const danser = danserOf(task);
    const time = watchRenderTime({
      stallMs: options.stallMs ?? (danser ? danserStallMs : defaultStallMs),
      timeLimitMs: (frames) => (timeLimitSeconds ?? defaultTimeLimit(frames)) * 1000,
    });
    const child = {
      program,
      env,
      heapMb: options.memoryMb ?? memoryFor(task.options),
      // Like bin/reprise for a render, where the reasons are.
      nodeArgs: ['--max-semi-space-size=8', '--wasm-tiering-budget=30000000'],
      memoryMb,
      countsChildren: danser === null,
      // Danser needs a display, which may be reached over the network.
      isConfined: danser === null,
      ownGroup: true,
      startTimeoutMs: time.quietStageMs,
    };
    const childTask: RenderChildTask = { ...task, assets, maxSeconds, danser, pool };
    try {
      return await runChild<RenderChildTask, RenderEvent, RenderResult | SegmentPlan>(child, childTask, {
        signal: AbortSignal.any([hooks.signal, time.exceeded]),
        onEvent(event) {
          if (event.kind === 'note') hooks.onNote(event.text);
          else if (event.kind === 'opened') hooks.onOpened(event.play);
          else {
            time.progressed(event.progress);
            hooks.onProgress(event.progress);
          }
        },
      });
    } catch (error) {
      throw asRenderError(error);
    } finally {
      time.stop();
    }
  }

  return (task, hooks) => {
    hooks.signal.throwIfAborted();
    const share = shareOfPool(task);
    return start(task, hooks, share).catch((error) => {
      if (share.processes === 1 || !(error instanceof Failure && error.code === 'render/out-of-memory')) throw error;
      hooks.onNote('Several processes need more memory than there is: retrying with one process.');
      return start(task, hooks, shareOfPool(task, 1));
    });
  };
}

/** A healthy render makes several frames per second, even at 4K on one core. */
const defaultTimeLimit = (frames: number) => Math.min(600 + frames, maxDefaultTimeLimitSeconds);
const maxDefaultTimeLimitSeconds = 6 * 60 * 60;

/** Most of it is the encoder's, which buffers frames for each of its threads: 4K takes 1.1 GB with three. */
function memoryFor({ width, height }: { width: number; height: number }): number {
  return width * height <= 1920 * 1080 ? 1536 : 3072;
}

function asRenderError(error: unknown): unknown {
  if (!(error instanceof ChildError)) return error;
  const { kind, message, cause } = error;
  if (kind === 'out-of-memory') return new Failure('render/out-of-memory', message, { cause });
  if (kind === 'killed') return new RenderInterrupted(`The render was interrupted: ${message}`, { cause });
  return new Error(`The render failed: ${message}`, { cause });
}
