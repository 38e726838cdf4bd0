import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../../children/index.ts';

/** A child process that performs one task after another, starts with the first one and ends when it is idle. */
export interface IdleChild<Task, Result> {
  perform(task: Task): Promise<Result>;
  /** Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface IdleChildOptions {
  /** The child's program as JavaScript; tests that run from source pass one that they have built. */
  readonly childPath?: string;
  /** The limit of processor time. */
  readonly timeLimitMs?: number;
}

const memoryMb = 512;
const idleMs = 10_000;

/** Runs `set-child.ts`, the program that reads beatmap sets. */
export function createIdleChild<Task, Result>(options: IdleChildOptions = {}): IdleChild<Task, Result> {
  const { childPath = builtChild(), timeLimitMs = 60_000 } = options;
  let child: Child<Task, never, Result> | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    clearTimeout(idleTimer);
    const ended = child;
    child = null;
    await ended?.stop();
  }

  async function perform(task: Task): Promise<Result> {
    clearTimeout(idleTimer);
    if (!child?.isAlive) child = startChild({ program: childPath, heapMb: memoryMb });
    try {
      return await child.perform(task, { cpuLimitMs: timeLimitMs });
    } finally {
      idleTimer = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    perform(task) {
      const result = previous.then(() => perform(task));
      previous = result.catch(() => {});
      return result;
    },
    stop: end,
  };
}

function builtChild(): string {
  return fileURLToPath(new URL('./set-child.js', import.meta.url));
}
