import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Child, ChildError, type ChildErrorKind, startChild } from '../../children/index.ts';
import { Failure } from '../../failure.ts';
import type { DecodedReplay, DecodeTask } from './decode-task.ts';
import { createFairQueue } from './fair-queue.ts';

/** Decodes stored replays in a pool of child processes. */
export interface ReplayDecoder {
  /**
   * Resolves when the analytics are written. Throws a `Failure` for an invalid replay, or when the queue is full, and
   * removes the analytics file then. Clients take turns.
   */
  decode(task: DecodeTask, client: string): Promise<DecodedReplay>;
  /** Ends every child and rejects every task. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface ReplayDecoderOptions {
  /** The maximum number of children. Each starts with its first task and stays for the next. */
  readonly size: number;
  /** The folder of the replays and analytics; the children may open no other files. */
  readonly folder: string;
  readonly maxQueued?: number;
  readonly maxQueuedPerClient?: number;
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
  const { size, folder, maxQueued = 256, maxQueuedPerClient = 64, timeLimitMs = 2000, memoryMb = 128 } = options;
  const program = options.childPath ?? fileURLToPath(new URL('./decode-child.js', import.meta.url));
  const children = new Set<DecodeChild>();
  const idle: DecodeChild[] = [];
  const waiting = createFairQueue();
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every waiting task listens to it.
  setMaxListeners(0, signal);
  let busy = 0;

  /** Resolves when a child is free for this task. */
  async function waitForTurn(client: string): Promise<void> {
    if (busy < size) {
      busy++;
      return;
    }
    if (waiting.size >= maxQueued || waiting.sizeOf(client) >= maxQueuedPerClient) {
      throw new Failure('limit/at-capacity', 'Too many replays are waiting to be decoded.');
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.remove(client, start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(client, start);
    });
  }

  function endTurn(): void {
    const next = waiting.take();
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

  async function decodeOnce(task: DecodeTask): Promise<DecodedReplay> {
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
  async function decodeWithRetry(task: DecodeTask): Promise<DecodedReplay> {
    try {
      return await decodeOnce(task);
    } catch (error) {
      if (!(error instanceof ChildError) || !gone.has(error.kind)) throw error;
    }
    try {
      return await decodeOnce(task);
    } catch (cause) {
      if (!(cause instanceof ChildError) || !gone.has(cause.kind)) throw cause;
      throw new Failure('replay/unreadable', 'The process that decoded the replay died, twice.', { cause });
    }
  }

  async function decode(task: DecodeTask, client: string): Promise<DecodedReplay> {
    signal.throwIfAborted();
    await waitForTurn(client);
    try {
      return await decodeWithRetry(task);
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
    decode,
    async stop() {
      stopping.abort(new Error('The replay decoder has been stopped.'));
      await Promise.all([...children].map((child) => child.stop()));
    },
  };
}
