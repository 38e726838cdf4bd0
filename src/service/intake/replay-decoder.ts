import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../failure.ts';
import { type Child, ChildGone, startChild } from './child.ts';
import type { DecodedReplay, DecodeTask } from './decode-task.ts';
import type { FromChild } from './messages.ts';

/** Decodes stored replays outside this process, a few at a time. */
export interface ReplayDecoder {
  /**
   * Resolves when the analytics are written; throws the Failure that the replay deserves, and leaves no file then.
   * Beyond the queue's bound it refuses at once.
   */
  decode(task: DecodeTask, options?: { signal?: AbortSignal }): Promise<DecodedReplay>;
  /** Ends every child, tasks under way included. */
  stop(): Promise<void>;
}

export interface ReplayDecoderOptions {
  /** How many children there are at most; each starts with its first task and stays. */
  readonly size: number;
  readonly maxQueued?: number;
  /** Of the processor: on a busy machine a replay may wait for its turn. */
  readonly timeLimitMs?: number;
  readonly memoryMb?: number;
  /** The child's program as JavaScript; tests that run from source bring one they have built. */
  readonly childPath?: string;
}

export function createReplayDecoder(options: ReplayDecoderOptions): ReplayDecoder {
  const { size, maxQueued = 256, timeLimitMs = 2000, memoryMb = 128 } = options;
  const childPath = options.childPath ?? fileURLToPath(new URL('./decode-child.js', import.meta.url));
  const children = new Set<Child>();
  const idle: Child[] = [];
  const waiting: (() => void)[] = [];
  const calls = new Set<AbortController>();
  let stopped: Error | null = null;
  let busy = 0;

  /** Resolves when it is this task's turn. */
  async function turn(signal: AbortSignal): Promise<void> {
    if (busy < size) {
      busy++;
      return;
    }
    if (waiting.length >= maxQueued) {
      throw new Failure('limit/at-capacity', `${maxQueued} replays are waiting to be read already.`);
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

  /** Hands this task's turn to the next in line. */
  function done(): void {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }

  function takeChild(): Child {
    for (let child = idle.pop(); child; child = idle.pop()) {
      if (child.alive) return child;
      children.delete(child);
    }
    const child = startChild({ childPath, memoryMb });
    children.add(child);
    return child;
  }

  async function ask(task: DecodeTask, signal: AbortSignal): Promise<FromChild> {
    signal.throwIfAborted();
    const child = takeChild();
    try {
      const answer = await child.ask(task, { timeLimitMs, signal });
      idle.push(child);
      return answer;
    } catch (error) {
      await child.kill();
      children.delete(child);
      signal.throwIfAborted();
      throw error;
    }
  }

  /** A child may have been ended from outside; only a second death is the replay's doing. */
  async function askTwice(task: DecodeTask, signal: AbortSignal): Promise<FromChild> {
    try {
      return await ask(task, signal);
    } catch (error) {
      if (!(error instanceof ChildGone)) throw error;
    }
    try {
      return await ask(task, signal);
    } catch (cause) {
      if (!(cause instanceof ChildGone)) throw cause;
      throw new Failure('replay/unreadable', 'Reading the replay ended the process that read it, twice.', { cause });
    }
  }

  async function inTurn(task: DecodeTask, signal: AbortSignal): Promise<DecodedReplay> {
    await turn(signal);
    try {
      return resultOf(await askTwice(task, signal));
    } catch (error) {
      await rm(task.analyticsPath, { force: true });
      throw error;
    } finally {
      done();
    }
  }

  return {
    async decode(task, { signal } = {}) {
      if (stopped) throw stopped;
      signal?.throwIfAborted();
      const call = new AbortController();
      const callOff = () => call.abort(signal?.reason);
      signal?.addEventListener('abort', callOff, { once: true });
      calls.add(call);
      try {
        return await inTurn(task, call.signal);
      } finally {
        calls.delete(call);
        signal?.removeEventListener('abort', callOff);
      }
    },
    async stop() {
      stopped ??= new Error('The replay reader has been stopped.');
      for (const call of calls) call.abort(stopped);
      await Promise.all([...children].map((child) => child.kill()));
    },
  };
}

function resultOf(answer: FromChild): DecodedReplay {
  switch (answer.kind) {
    case 'decoded':
      return answer.replay;
    case 'refused':
      throw new Failure(answer.code, answer.message);
    case 'ready':
    case 'broken':
      throw new Error(`The replay reader answered: ${JSON.stringify(answer)}`);
  }
}
