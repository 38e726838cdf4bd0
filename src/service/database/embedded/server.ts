import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../../../failure.ts';
import type { Log } from '../../../log.ts';
import { type Command, start } from './command.ts';
import { endProcess, findPostmaster, type Postmaster, removeMisleadingLocks } from './postmaster.ts';

/** How to start a server, and where. */
export interface ServerPlan {
  readonly command: Command;
  readonly dataDir: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly log: Log;
}

/** Recovery after a crash may take its time; a server that is given up would only begin it again. */
export const startLimitMs = 10 * 60_000;
/** Leftovers of a killed server need a moment to notice that it is gone. */
const leftoversLimitMs = 15_000;
/** What a server says when it starts, stops or turns a connection away meanwhile. */
const routine = /^LOG:|^FATAL: +(the database system is|terminating connection)/;
const fastThenImmediate = [
  ['SIGINT', 4_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 1_000],
] as const;
/** A connection that is just being closed would seem to be lost; PostgreSQL waits for all of them when asked to. */
const whenAllHaveLeft = ['SIGTERM', 1_000] as const;

/** Starts a server that accepts connections, after ending one that a killed predecessor left behind. */
export async function launchServer(plan: ServerPlan, { signal }: { signal: AbortSignal }): Promise<ChildProcess> {
  const deadline = Date.now() + leftoversLimitMs;
  while (true) {
    signal.throwIfAborted();
    await endOrphan(plan);
    await removeMisleadingLocks(plan.cluster, plan.socketFolder);
    // A process group of its own: a signal to ours must not stop it while requests are being finished.
    const child = start(plan.command, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    const complaint = await readyOrComplaint(child, plan, signal);
    if (complaint === null) return child;
    if (!/lock file|shared memory block/.test(complaint) || Date.now() > deadline) {
      throw new Failure('database/cannot-start', `The embedded database did not start. ${complaint}`);
    }
    await delay(200);
  }
}

/** Ends it within seconds, gently first. */
export async function endServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
  for (const [signal, limitMs] of [whenAllHaveLeft, ...fastThenImmediate]) {
    child.kill(signal);
    if (await Promise.race([exited, delay(limitMs, false, { ref: false })])) return;
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Answers the server that runs without an owner, if there is one. */
export async function refuseIfOwned({
  cluster,
  dataDir,
}: Pick<ServerPlan, 'cluster' | 'dataDir'>): Promise<Postmaster | null> {
  const running = await findPostmaster(cluster);
  if (running === null || running.ownerPid === null) return running;
  throw new Failure(
    'database/in-use',
    `Process ${running.ownerPid} already serves the data folder ${dataDir}. ` +
      'Stop it first, or give this one another DATA_DIR.',
  );
}

async function endOrphan(plan: ServerPlan): Promise<void> {
  const orphan = await refuseIfOwned(plan);
  if (orphan === null) return;
  plan.log.info({ pid: orphan.pid }, 'ending the database that a killed process left behind');
  await endProcess(orphan.pid, fastThenImmediate);
}

/** null once it accepts connections; otherwise what it said before it ended. */
async function readyOrComplaint(
  child: ChildProcess,
  { cluster, log }: ServerPlan,
  signal: AbortSignal,
): Promise<string | null> {
  const said = followWords(child, log);
  let closed = false;
  child.once('close', () => {
    closed = true;
  });
  const deadline = Date.now() + startLimitMs;
  while (!closed) {
    const running = await findPostmaster(cluster);
    if (running?.pid === child.pid && running?.ready) return null;
    if (signal.aborted || Date.now() > deadline) {
      await endServer(child);
      signal.throwIfAborted();
      return `It was not ready within ${startLimitMs / 60_000} minutes. ${said()}`;
    }
    await delay(10);
  }
  return said();
}

/** Passes on what the server writes; answers the last of it. */
function followWords(child: ChildProcess, log: Log): () => string {
  let lines: string[] = [];
  child.once('error', (error) => lines.push(error.message));
  createInterface({ input: child.stderr! }).on('line', (line) => {
    lines = [...lines.slice(-9), line];
    log[routine.test(line) ? 'debug' : 'warn']({ line }, 'the embedded database says');
  });
  return () => lines.join(' ');
}
