import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { Failure } from '../failure.ts';
import { ChildError, explainEnd } from './child-error.ts';
import { confinement } from './confinement.ts';
import { type FilePermissions, permissionArgs } from './file-permissions.ts';
import { watchCpu } from './limits/cpu-watch.ts';
import { watchMemory } from './limits/memory-watch.ts';
import type { ChildMessage } from './messages.ts';

export interface ChildOptions {
  /** The JavaScript file of the child's program, which calls `serveChild`. */
  readonly program: string;
  /** The whole environment of the child; by default it is empty, so that no secret reaches it. */
  readonly env?: Readonly<Record<string, string>> | 'inherit';
  /** The limit of the JavaScript heap. */
  readonly heapMb?: number;
  /** The limit of the resident memory: heap, WebAssembly and native buffers. */
  readonly memoryMb?: number;
  /** Counts the memory of processes that the child has started, too. */
  readonly countsChildren?: boolean;
  /** The only files that the child may open, for a program without native modules; by default all files of its user. */
  readonly files?: FilePermissions;
  /** More options for Node. */
  readonly nodeArgs?: readonly string[];
  /** Whether the child loses what it does not need: see `confinement`. By default it does. */
  readonly isConfined?: boolean;
  /** Makes the child the leader of a process group, which ends with it. */
  readonly ownGroup?: boolean;
  /** How long the program may take to load. */
  readonly startTimeoutMs?: number;
}

export interface TaskOptions<Event> {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: Event) => void;
  readonly timeoutMs?: number;
  /** The limit of processor time: on a busy machine a task may take longer. */
  readonly cpuLimitMs?: number;
}

/** A child process that performs one task at a time. */
export interface Child<Task, Event, Result> {
  readonly isAlive: boolean;
  /**
   * Throws the `Failure` that the child reported, or a `ChildError`. An abort, a limit or a broken process ends the child
   * before it rejects.
   */
  perform(task: Task, options?: TaskOptions<Event>): Promise<Result>;
  /** Ends the process at once and resolves when it is gone. Calling it twice is harmless. */
  stop(): Promise<void>;
}

const defaultStartTimeoutMs = 60_000;
const maxStderrLength = 8_000;

/** Performs one task in a process of its own; settles when the process is gone. */
export async function runChild<Task, Event, Result>(
  options: ChildOptions,
  task: Task,
  taskOptions: TaskOptions<Event> = {},
): Promise<Result> {
  taskOptions.signal?.throwIfAborted();
  const child = startChild<Task, Event, Result>(options);
  try {
    return await child.perform(task, taskOptions);
  } finally {
    await child.stop();
  }
}

/** Starts a process that performs tasks until it is stopped. */
export function startChild<Task, Event, Result>(options: ChildOptions): Child<Task, Event, Result> {
  const { program, env = {}, heapMb, files, nodeArgs = [], isConfined = true, ownGroup = false } = options;
  const nodeOptions = [
    ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
    ...(files === undefined ? [] : permissionArgs(program, files)),
    ...nodeArgs,
  ];
  const [execPath = '', ...execArgv] = [...(isConfined ? confinement() : []), process.execPath, ...nodeOptions];
  const child = fork(program, {
    execPath,
    execArgv,
    ...(env !== 'inherit' && { env }),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    detached: ownGroup,
  });
  const readStderr = collectStderr(child);
  /** Aborted, with the reason, when the process has ended or must end. */
  const broken = new AbortController();
  const gone = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      broken.abort(explainEnd({ code, signal, stderr: readStderr() }));
      resolve();
    });
    child.once('error', (cause) => {
      broken.abort(new ChildError('not-started', 'The process could not be started.', { cause }));
      if (child.pid === undefined) resolve();
    });
  });
  child.once('exit', kill);
  const stopWatchingMemory = watchMemoryOf(child, options, end);
  gone.then(stopWatchingMemory);
  const ready = waitUntilReady();

  function kill(): void {
    if (!ownGroup) child.kill('SIGKILL');
    else killGroup(child);
  }

  /** Ends the process because of `reason`. */
  function end(reason: unknown): void {
    broken.abort(reason);
    kill();
  }

  async function waitUntilReady(): Promise<void> {
    const { startTimeoutMs = defaultStartTimeoutMs } = options;
    const late = () => end(new ChildError('not-started', `It was not ready within ${startTimeoutMs} ms.`));
    const timer = setTimeout(late, startTimeoutMs);
    try {
      await new Promise<void>((resolve, reject) => {
        child.once('message', () => resolve());
        broken.signal.addEventListener('abort', () => reject(asNotStarted(broken.signal.reason)), { once: true });
      });
    } finally {
      clearTimeout(timer);
    }
  }
  ready.catch(() => {});

  /** Resolves with the answer, or rejects as soon as there cannot be one. */
  function answerTo(task: Task, { onEvent, timeoutMs, cpuLimitMs }: TaskOptions<Event>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const tooSlow = (what: string) => () => end(new ChildError('too-slow', `It took longer than ${what}.`));
      const timer = timeoutMs === undefined ? undefined : setTimeout(tooSlow(`${timeoutMs} ms`), timeoutMs);
      const stopWatching =
        cpuLimitMs === undefined || child.pid === undefined
          ? () => {}
          : watchCpu(child.pid, { limitMs: cpuLimitMs, onExceeded: tooSlow(`${cpuLimitMs} ms of processor time`) });

      function settle(act: () => void): void {
        clearTimeout(timer);
        stopWatching();
        child.off('message', onMessage);
        broken.signal.removeEventListener('abort', onBroken);
        act();
      }
      const onBroken = () => settle(() => reject(broken.signal.reason));
      const onMessage = (received: unknown) => {
        const message = received as ChildMessage<Event, Result>;
        if (message.kind === 'event') onEvent?.(message.event);
        else if (message.kind === 'done') settle(() => resolve(message.result));
        else if (message.kind === 'refused') settle(() => reject(new Failure(message.code, message.message)));
        else if (message.kind === 'broken') settle(() => reject(new ChildError('reported', message.message)));
      };
      child.on('message', onMessage);
      broken.signal.addEventListener('abort', onBroken, { once: true });
      if (broken.signal.aborted) onBroken();
      // A channel that is closed shows as the end of the process.
      child.send(task as Serializable, () => {});
    });
  }

  return {
    get isAlive() {
      return !broken.signal.aborted && child.exitCode === null && child.signalCode === null;
    },
    async perform(task, taskOptions = {}) {
      const { signal } = taskOptions;
      const onAbort = () => end(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
      try {
        await ready;
        return await answerTo(task, taskOptions);
      } catch (error) {
        if (broken.signal.aborted) await gone;
        throw error;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    async stop() {
      end(new ChildError('killed', 'The process was stopped.'));
      await gone;
    },
  };
}

/** Ends the process when it holds more memory than it may. Returns the function that stops watching. */
function watchMemoryOf(
  { pid }: ChildProcess,
  { memoryMb, countsChildren = false }: ChildOptions,
  end: (reason: ChildError) => void,
): () => void {
  if (pid === undefined || memoryMb === undefined) return () => {};
  return watchMemory(pid, {
    limitBytes: memoryMb * 1024 * 1024,
    countsChildren,
    onExceeded: () => end(new ChildError('out-of-memory', `It needed more than ${memoryMb} MiB.`)),
  });
}

/** Ends the child with everything that it has started, also when the child itself is gone. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of the group is left.
  }
}

/** A program that ends before it is ready is at fault, not the task. */
function asNotStarted(reason: unknown): unknown {
  if (!(reason instanceof ChildError) || !['exited', 'crashed'].includes(reason.kind)) return reason;
  return new ChildError('not-started', `It did not start. ${reason.message}`, { cause: reason.cause });
}

/** Keeps the end of what the process writes to standard error. */
function collectStderr({ stderr }: ChildProcess): () => string {
  let tail = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-maxStderrLength);
  });
  return () => tail;
}
