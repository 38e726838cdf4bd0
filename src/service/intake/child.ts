import { fork } from 'node:child_process';
import { watchTime } from '../../children/index.ts';
import { Failure } from '../../failure.ts';
import type { DecodeTask } from './decode-task.ts';
import type { FromChild } from './messages.ts';

/** One child process. It takes a task at a time; after a time-out or an abort it is good for nothing but `kill`. */
export interface Child {
  readonly alive: boolean;
  ask(task: DecodeTask, limits: { timeLimitMs: number; signal?: AbortSignal | undefined }): Promise<FromChild>;
  /** At once, whatever it is doing; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** A child that ended without an answer. */
export class ChildGone extends Error {
  override readonly name = 'ChildGone';
}

/** Starting Node takes a tenth of a second, on a machine at its limit many times that. */
const startLimitMs = 20_000;

export function startChild({ childPath, memoryMb }: { childPath: string; memoryMb: number }): Child {
  const child = fork(childPath, {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    // Nothing of ours is its business: no secrets, no debugger ports.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Without a process there will be no exit either.
    child.once('error', () => child.pid === undefined && resolve());
  });
  const alive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  // A program that cannot even start is no replay's fault.
  const startLimit = (exceeded: (why: Error) => void) => {
    const timer = setTimeout(() => exceeded(new Error('It takes too long.')), startLimitMs);
    return () => clearTimeout(timer);
  };
  const ready = nextMessage(startLimit).catch((cause) => {
    throw new Error('The replay reader did not start.', { cause });
  });
  ready.catch(() => {});

  /** Whatever the child says next, or why it will not say anything. */
  function nextMessage(watch: (exceeded: (why: Error) => void) => () => void, signal?: AbortSignal) {
    return new Promise<FromChild>((resolve, reject) => {
      const stopWatching = watch((why) => settle(() => reject(why)));
      const onMessage = (message: unknown) => settle(() => resolve(message as FromChild));
      const onExit = () => settle(() => reject(new ChildGone('The process that read the replay ended.')));
      const onAbort = () => settle(() => reject(signal?.reason));
      function settle(how: () => void) {
        stopWatching();
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
        signal?.removeEventListener('abort', onAbort);
        how();
      }
      child.once('message', onMessage).once('exit', onExit).once('error', onExit);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  return {
    get alive() {
      return alive();
    },
    async ask(task, { timeLimitMs, signal }) {
      await ready;
      signal?.throwIfAborted();
      if (!alive()) throw new ChildGone('The process that reads replays has ended.');
      const late = () => new Failure('replay/too-slow', `Reading the replay took longer than ${timeLimitMs} ms.`);
      const answer = nextMessage(
        (exceeded) => watchTime(child.pid!, { limitMs: timeLimitMs, onExceeded: () => exceeded(late()) }),
        signal,
      );
      // A channel that closes under our hands shows as an exit.
      child.send(task, () => {});
      return answer;
    },
    async kill() {
      if (alive()) child.kill('SIGKILL');
      await exited;
    },
  };
}
