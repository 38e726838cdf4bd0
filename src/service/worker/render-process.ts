import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchMemory } from '../../children/index.ts';
import { Failure } from '../../failure.ts';
import type { Danser } from '../../rendering/danser/index.ts';
import {
  mostProcesses,
  type RenderedPlay,
  type RenderPool,
  type RenderProgress,
  type RenderResult,
} from '../../rendering/render/index.ts';
import type { FromChild, RenderTask, Shares, ToChild } from './messages.ts';

/** Renders one job, or a part of it; or answers in which parts a fleet should. */
export type Render = (task: RenderTask, hooks: RenderTaskHooks) => Promise<RenderResult | Shares>;

export interface RenderTaskHooks {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
  readonly onNote: (note: string) => void;
  readonly onOpened: (play: RenderedPlay) => void;
}

export interface RendererOptions {
  /** Where the build has put the kernel, the glyphs and our own skin. */
  readonly assets: string;
  /** All that the child gets of the environment: no secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Null: by the number of frames. */
  readonly timeLimitSeconds: number | null;
  /** All that a render may hold of the machine's memory. Null: by the size of the picture. */
  readonly memoryMb: number | null;
  /** What a render may be shared out among now. Without it, every render is one process. */
  readonly pool?: () => Pool;
  /** Longer than this without a new frame is forever. */
  readonly stallMs?: number;
  /** Renders in our place. */
  readonly danser?: Danser | null;
  /** The child's program as JavaScript; tests that run from source bring one they have built. */
  readonly childPath?: string;
}

type Pool = Omit<RenderPool, 'sources'>;

/** What a render is given of the machine, and how many processes that is at most. */
interface Share {
  readonly pool: Pool | null;
  readonly processes: number;
}

const alone: Share = { pool: null, processes: 1 };

/** A child that somebody ended from outside: no fault of the job's. */
export class RenderInterrupted extends Error {
  override readonly name = 'RenderInterrupted';
}

/** Reading and judging a large map, and finishing a long video, take their time. */
const quietStageMs = 5 * 60_000;
/** It tells of every hundredth part of a video, and is watched more closely by whoever starts it. */
const danserStallMs = 30 * 60_000;

/** Renders each job in a child process of its own, which has so much memory and time and no more. */
export function createRenderer(options: RendererOptions): Render {
  const { assets, env, timeLimitSeconds, danser = null } = options;
  const { stallMs = danser ? danserStallMs : 30_000 } = options;
  const childPath = options.childPath ?? fileURLToPath(new URL('./render-child.js', import.meta.url));

  /** What may be shared out among how many, within the memory that a render may hold. */
  function share(size: { width: number; height: number }): Share {
    const pool = danser ? undefined : options.pool?.();
    if (!pool || pool.segmentSeconds === 0) return alone;
    const { cores, memoryMb } = pool.machine;
    const machine = { cores, memoryMb: Math.min(memoryMb, options.memoryMb ?? memoryMb) };
    return { pool: { ...pool, machine }, processes: mostProcesses(machine, { ...size, wanted: pool.processes }) };
  }

  function start(task: RenderTask, hooks: RenderTaskHooks, { pool, processes }: Share): Promise<RenderResult | Shares> {
    const heapMb = options.memoryMb ?? memoryFor(task.options);
    const memoryMb = options.memoryMb ?? heapMb * processes;
    const child = fork(childPath, {
      // Half of the usual room for new objects, as bin/reprise has it for a render.
      execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'],
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      // A group of its own: whatever it starts ends with it.
      detached: true,
    });
    child.send({ ...task, assets, danser, pool } satisfies ToChild, () => {});
    return watch(child, hooks, {
      stallMs,
      memoryMb,
      withChildren: danser === null,
      timeLimitMs: (frames) => (timeLimitSeconds ?? 600 + frames) * 1000,
    });
  }

  return (task, hooks) => {
    hooks.signal.throwIfAborted();
    const shared = share(task.options);
    return start(task, hooks, shared).catch((error) => {
      if (shared.processes === 1 || !(error instanceof Failure && error.code === 'render/out-of-memory')) throw error;
      hooks.onNote('There was too little memory for several processes; now it is one.');
      return start(task, hooks, alone);
    });
  };
}

/** Most of it is the encoder's, which keeps pictures for each of the cores; 4k takes 1.1 GB on two of them. */
function memoryFor({ width, height }: { width: number; height: number }): number {
  return width * height <= 1920 * 1080 ? 1536 : 3072;
}

interface Limits {
  readonly stallMs: number;
  readonly memoryMb: number;
  readonly withChildren: boolean;
  /** From the start of the child on. Until the number of frames is known, it is that of none. */
  readonly timeLimitMs: (frames: number) => number;
}

/** Resolves or rejects only when the process is gone. */
function watch(child: ChildProcess, hooks: RenderTaskHooks, limits: Limits): Promise<RenderResult | Shares> {
  const { signal, onProgress, onNote, onOpened } = hooks;
  const { stallMs, memoryMb, withChildren, timeLimitMs } = limits;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let result: RenderResult | Shares | null = null;
    let error: unknown = null;
    let lastFrame = -1;
    const complaints = tailOf(child);

    function end(reason: unknown): void {
      error ??= reason;
      killGroup(child);
    }
    const onAbort = () => end(signal.reason);
    const late = (ms: number) =>
      setTimeout(
        () => end(new Failure('render/timed-out', `It may take ${ms / 1000} s.`)),
        began + ms - performance.now(),
      );
    const stalled = (ms: number) =>
      setTimeout(() => end(new Failure('render/stalled', `Nothing new came for ${ms} ms.`)), ms);
    const stopWatchingMemory =
      child.pid === undefined
        ? () => {}
        : watchMemory(child.pid, {
            limitBytes: memoryMb * 1024 * 1024,
            withChildren,
            onExceeded: () => end(new Failure('render/out-of-memory', `It needed more than ${memoryMb} MiB.`)),
          });
    let limit = late(timeLimitMs(0));
    let stall = stalled(quietStageMs);

    function progressed(progress: RenderProgress): void {
      const { stage, frame, frames } = progress;
      if (frame > lastFrame || stage !== 'rendering') {
        if (stage === 'rendering' && lastFrame < 0) {
          clearTimeout(limit);
          limit = late(timeLimitMs(frames));
        }
        clearTimeout(stall);
        stall = stalled(stage === 'rendering' ? stallMs : quietStageMs);
      }
      if (stage === 'rendering') lastFrame = frame;
      onProgress(progress);
    }

    child.on('message', (message: FromChild) => {
      if (message.kind === 'progress') progressed(message.progress);
      else if (message.kind === 'note') onNote(message.text);
      else if (message.kind === 'opened') onOpened(message.play);
      else if (message.kind === 'done') result = message.result;
      else if (message.kind === 'refused') error ??= new Failure(message.code, message.message);
      else error ??= new Error(`The render failed: ${message.message}`);
    });
    child.once('error', (cause) => {
      error ??= cause;
      if (child.pid === undefined) settle();
    });
    child.once('exit', () => killGroup(child));
    child.once('close', (code, killedBy) => {
      if (result === null) error ??= deathOf(code, killedBy, complaints());
      settle();
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();

    function settle(): void {
      clearTimeout(limit);
      clearTimeout(stall);
      stopWatchingMemory();
      signal.removeEventListener('abort', onAbort);
      if (result !== null && error === null) resolve(result);
      else reject(error);
    }
  });
}

/** The child with all that it has started, also when it is gone itself. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

/** Why a child that said nothing is gone. */
function deathOf(code: number | null, killedBy: NodeJS.Signals | null, complaints: string): Error {
  const cause = new Error(complaints);
  if (/heap out of memory|heap limit/i.test(complaints)) {
    return new Failure('render/out-of-memory', 'The heap was full.', { cause });
  }
  if (killedBy === null) return new Error(`The render ended with code ${code} and no result.`, { cause });
  if (fromOutside.has(killedBy)) return new RenderInterrupted(`The render was ended by ${killedBy}.`, { cause });
  return new Error(`The render crashed with ${killedBy}.`, { cause });
}

/** All others are what a process does to itself: a crash in native code, and the fault of what it renders. */
const fromOutside: ReadonlySet<NodeJS.Signals> = new Set(['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGQUIT', 'SIGTERM']);

const maxComplaints = 8_000;

/** The last of what it wrote to standard error. */
function tailOf(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-maxComplaints);
  });
  return () => tail;
}
