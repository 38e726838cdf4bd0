import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../../../failure.ts';
import type { Log } from '../../../log.ts';
import { type Command, start } from './command.ts';
import { endProcess, findPostmaster, type Postmaster, removeStaleLocks } from './postmaster.ts';

/** How to start a server, and where. */
export interface ServerPlan {
  readonly command: Command;
  readonly dataDir: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly log: Log;
}

/** Long enough for recovery after a crash: a server that is ended earlier would have to recover again. */
export const startTimeoutMs = 10 * 60_000;
/** The children of a killed server need a moment to notice that it is gone. */
const orphanTimeoutMs = 15_000;
/** Messages of a server that starts or stops, or refuses a connection meanwhile. */
const routineMessage = /^LOG:|^FATAL: +(the database system is|terminating connection)/;
/** PostgreSQL's fast shutdown, its immediate shutdown, and a kill. */
const fastThenImmediate = [
  ['SIGINT', 4_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 1_000],
] as const;
/** PostgreSQL waits for connections that are being closed; otherwise they would look lost. */
const smartShutdown = ['SIGTERM', 1_000] as const;

/** Starts a server and waits until it accepts connections. It first ends a server whose supervisor was killed. */
export async function launchServer(plan: ServerPlan, { signal }: { signal: AbortSignal }): Promise<ChildProcess> {
  const deadline = Date.now() + orphanTimeoutMs;
  while (true) {
    signal.throwIfAborted();
    await endOrphan(plan);
    await removeStaleLocks(plan.cluster, plan.socketFolder);
    // `detached` starts a new process group: a signal to our group must not stop the server while requests finish.
    const child = start(plan.command, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    const problem = await waitUntilReady(child, plan, signal);
    if (problem === null) return child;
    if (!/lock file|shared memory block/.test(problem) || Date.now() > deadline) {
      throw new Failure('database/cannot-start', `The embedded database did not start. ${problem}`);
    }
    await delay(200);
  }
}

/** Ends the server within seconds, with the gentlest signal first. */
export async function endServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
  for (const [signal, timeoutMs] of [smartShutdown, ...fastThenImmediate]) {
    child.kill(signal);
    if (await Promise.race([exited, delay(timeoutMs, false, { ref: false })])) return;
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Throws if a process supervises a server on this cluster. Returns the server if it is an orphan, or null. */
export async function refuseIfOwned({
  cluster,
  dataDir,
}: Pick<ServerPlan, 'cluster' | 'dataDir'>): Promise<Postmaster | null> {
  const running = await findPostmaster(cluster);
  if (running === null || running.ownerPid === null) return running;
  throw new Failure(
    'database/in-use',
    `Process ${running.ownerPid} already serves the data folder ${dataDir}. ` +
      'Stop it first, or use another DATA_DIR.',
  );
}

async function endOrphan(plan: ServerPlan): Promise<void> {
  const orphan = await refuseIfOwned(plan);
  if (orphan === null) return;
  plan.log.info({ pid: orphan.pid }, 'ending the database server of a killed process');
  await endProcess(orphan.pid, fastThenImmediate);
}

/** Returns null once the server accepts connections; otherwise the last messages before it ended. */
async function waitUntilReady(
  child: ChildProcess,
  { cluster, log }: ServerPlan,
  signal: AbortSignal,
): Promise<string | null> {
  const lastMessages = logMessages(child, log);
  let isClosed = false;
  child.once('close', () => {
    isClosed = true;
  });
  const deadline = Date.now() + startTimeoutMs;
  while (!isClosed) {
    const running = await findPostmaster(cluster);
    if (running !== null && running.pid === child.pid && running.isReady) return null;
    if (signal.aborted || Date.now() > deadline) {
      await endServer(child);
      signal.throwIfAborted();
      return `It was not ready within ${startTimeoutMs / 60_000} minutes. ${lastMessages()}`;
    }
    await delay(10);
  }
  return lastMessages();
}

/** Logs the server's messages. Returns a function that returns the last ones. */
function logMessages(child: ChildProcess, log: Log): () => string {
  let lines: string[] = [];
  child.once('error', (error) => lines.push(error.message));
  if (child.stderr === null) throw new Error('The server has no standard error.');
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines = [...lines.slice(-9), line];
    log[routineMessage.test(line) ? 'debug' : 'warn']({ line }, 'message of the embedded database');
  });
  return () => lines.join(' ');
}
