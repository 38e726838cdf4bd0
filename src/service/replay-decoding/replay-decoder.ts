import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Child, ChildError, type ChildErrorKind, startChild } from '../../children/index.ts';
import { Failure } from '../../failure.ts';
import type { DecodedReplay, DecodeTask } from './decode-task.ts';

/** Decodes stored replays in a pool of child processes. */
export interface ReplayDecoder {
  /**
   * Resolves when the analytics are written. Throws a `Failure` for an invalid replay, or when the queue is full, and
   * removes the analytics file then.
   */
  decode(task: DecodeTask, options?: { signal?: AbortSignal }): Promise<DecodedReplay>;
  /** Ends every child and rejects every task. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface ReplayDecoderOptions {
  /** The maximum number of children. Each starts with its first task and stays for the next. */
  readonly size: number;
  /** The folder of the replays and analytics; the children may open no other files. */
  readonly folder: string;
  readonly maxQueued?: number;
  /** The limit of processor time, so that a busy machine does not reject replays. */
  readonly timeLimitMs?: number;
  readonly memoryMb?: number;
  /** The child's program as JavaScript; tests that run from source pass one that they have built. */
  readonly childPath?: string;
}

type DecodeChild = Child<DecodeTask, never, DecodedReplay>;

/** Ways in which a child may end because of the replay, or because another process ended it. */
const gone: ReadonlySet<ChildErrorKind> = new Set(['exited', 'crashed', 'killed', 'out-of-memory']);

/** Creates a decoder whose children start when they are needed. */
export function createReplayDecoder(options: ReplayDecoderOptions): ReplayDecoder {
  const { size, folder, maxQueued = 256, timeLimitMs = 2000, memoryMb = 128 } = options;
  const program = options.childPath ?? fileURLToPath(new URL('./decode-child.js', import.meta.url));
  const children = new Set<DecodeChild>();
  const idle: DecodeChild[] = [];
  const waiting: (() => void)[] = [];
  const calls = new Set<AbortController>();
  let stopped: Error | null = null;
  let busy = 0;

  /** Resolves when a child is free for this task. */
  async function waitForTurn(signal: AbortSignal): Promise<void> {
    if (busy < size) {
      busy++;
      return;
    }
    if (waiting.length >= maxQueued) {
      throw new Failure('limit/at-capacity', `The queue of replays to decode is full (${maxQueued}).`);
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(start);
    });
  }

  function endTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }

  function takeChild(): DecodeChild {
    for (let child = idle.pop(); child; child = idle.pop()) {
      if (child.isAlive) return child;
      children.delete(child);
    }
    const child: DecodeChild = startChild({
      program,
      heapMb: memoryMb,
      files: { read: [folder], write: [folder] },
    });
    children.add(child);
    return child;
  }

  async function decodeOnce(task: DecodeTask, signal: AbortSignal): Promise<DecodedReplay> {
    signal.throwIfAborted();
    const child = takeChild();
    try {
      return await child.perform(task, { cpuLimitMs: timeLimitMs, signal });
    } finally {
      if (child.isAlive) idle.push(child);
      else children.delete(child);
    }
  }

  /** Another process may have ended the child, so only a second death is the replay's fault. */
  async function decodeWithRetry(task: DecodeTask, signal: AbortSignal): Promise<DecodedReplay> {
    try {
      return await decodeOnce(task, signal);
    } catch (error) {
      if (!(error instanceof ChildError) || !gone.has(error.kind)) throw error;
    }
    try {
      return await decodeOnce(task, signal);
    } catch (cause) {
      if (!(cause instanceof ChildError) || !gone.has(cause.kind)) throw cause;
      throw new Failure('replay/unreadable', 'The process that decoded the replay died, twice.', { cause });
    }
  }

  async function decodeInTurn(task: DecodeTask, signal: AbortSignal): Promise<DecodedReplay> {
    await waitForTurn(signal);
    try {
      return await decodeWithRetry(task, signal);
    } catch (error) {
      if (task.analyticsPath !== undefined) await rm(task.analyticsPath, { force: true });
      throw asFailure(error);
    } finally {
      endTurn();
    }
  }

  function asFailure(error: unknown): unknown {
    if (!(error instanceof ChildError)) return error;
    const { kind, message } = error;
    if (kind === 'too-slow') {
      return new Failure('replay/too-slow', `Reading the replay took longer than ${timeLimitMs} ms.`, { cause: error });
    }
    return new Error(`The replay decoder failed: ${message}`, { cause: error });
  }

  return {
    async decode(task, { signal } = {}) {
      if (stopped) throw stopped;
      signal?.throwIfAborted();
      const call = new AbortController();
      const onAbort = () => call.abort(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      calls.add(call);
      try {
        return await decodeInTurn(task, call.signal);
      } finally {
        calls.delete(call);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    async stop() {
      stopped ??= new Error('The replay decoder has been stopped.');
      for (const call of calls) call.abort(stopped);
      await Promise.all([...children].map((child) => child.stop()));
    },
  };
}
