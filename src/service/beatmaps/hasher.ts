import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Tells which beatmaps a file holds, in a process of its own. */
export interface Hasher {
  /** The MD5s of the beatmaps in an .osz, or of an .osu; none of what cannot be read. */
  md5sOf(path: string): Promise<readonly string[]>;
  /** Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface HasherOptions {
  /** The child's program as JavaScript; tests that run from source bring one they have built. */
  readonly childPath?: string;
  readonly timeLimitMs?: number;
}

const memoryMb = 512;
/** A library is read rarely: between two jobs its child need not wait. */
const idleMs = 10_000;

export function createHasher({ childPath = builtChild(), timeLimitMs = 60_000 }: HasherOptions = {}): Hasher {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function startChild(): ChildProcess {
    return fork(childPath, {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      // Nothing of ours is its business: no secrets, no debugger ports.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = null;
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return;
    const exited = once(ended, 'exit');
    ended.kill('SIGKILL');
    await exited;
  }

  /** A file that takes too long, or the reader's life, holds no beatmap for us. */
  async function ask(path: string): Promise<readonly string[]> {
    clearTimeout(idle);
    if (child === null || !child.connected) child = startChild();
    const asked = child;
    const answer = await new Promise<readonly string[] | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), timeLimitMs);
      const settle = (md5s: readonly string[] | null) => {
        clearTimeout(timer);
        asked.removeAllListeners();
        resolve(md5s);
      };
      asked.once('message', (md5s) => settle(md5s as string[]));
      asked.once('exit', () => settle(null));
      asked.once('error', () => settle(null));
      asked.send(path, () => {});
    });
    if (answer === null) await end();
    else idle = setTimeout(() => void end(), idleMs).unref();
    return answer ?? [];
  }

  return {
    md5sOf(path) {
      const answer = turn.then(() => ask(path));
      turn = answer.catch(() => {});
      return answer;
    },
    async stop() {
      await end();
    },
  };
}

function builtChild(): string {
  return fileURLToPath(new URL('./hash-child.js', import.meta.url));
}
