import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../../failure.ts';
import type { Log } from '../../log.ts';
import { type Account, chooseAccount } from './account.ts';
import { ourName, urlOf } from './address.ts';
import { findBinaries } from './binaries.ts';
import { layOut, makeCluster, makeSocketFolder } from './cluster.ts';
import { start, succeeds } from './command.ts';
import { endProcess, findPostmaster, type Postmaster, removeMisleadingLocks } from './postmaster.ts';
import { serverArguments } from './settings.ts';

/** A PostgreSQL server of our own, running as long as we do. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Ends the server; requests in flight are broken off. Calling it twice is harmless. */
  stop(): Promise<void>;
}

const startLimitMs = 120_000;
/** Leftovers of a killed server need a moment to notice that it is gone. */
const leftoversLimitMs = 15_000;
/** What a server says when it starts, stops or turns a connection away meanwhile. */
const routine = /^LOG:|^FATAL: +(the database system is|terminating connection)/;
const fastThenImmediate = [
  ['SIGINT', 5_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 1_000],
] as const;

/**
 * Starts PostgreSQL on DATA_DIR, or fails with `database/in-use` when another process serves the folder. A server that
 * a killed predecessor left behind is ended first; one that dies under us is started again.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: {
  dataDir: string;
  log: Log;
}): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const { folder, cluster } = await layOut(dataDir);
  await refuseIfOwned(cluster, dataDir);
  const account = await chooseAccount({ binaries, folder, cluster });
  await makeCluster({ binaries, account, folder, cluster });
  const socketFolder = await makeSocketFolder(folder, account);
  const tied = await tiedToUs(account);
  const command = account.run([...tied, binaries.postgres, ...serverArguments({ cluster, socketFolder })]);

  let stopping = false;
  let child = await launch();
  let recovery: Promise<void> = Promise.resolve();
  watch();

  async function launch(): Promise<ChildProcess> {
    const deadline = Date.now() + leftoversLimitMs;
    while (true) {
      await endOrphan(cluster, dataDir, log);
      await removeMisleadingLocks(cluster, socketFolder);
      // A process group of its own: a signal to ours must not stop it while requests are being finished.
      const launched = start(command, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
      const complaint = await readyOrComplaint(launched, cluster, log);
      if (complaint === null) return launched;
      if (!/lock file|shared memory block/.test(complaint) || Date.now() > deadline) {
        throw new Failure('database/cannot-start', `The embedded database did not start. ${complaint}`);
      }
      await delay(200);
    }
  }

  function watch(): void {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, 'the embedded database died; starting it again');
      recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    for (let delayMs = 200; !stopping; delayMs = Math.min(delayMs * 2, 5_000)) {
      try {
        child = await launch();
        watch();
        return;
      } catch (err) {
        log.error({ err }, 'the embedded database could not be started again; trying on');
        await delay(delayMs);
      }
    }
  }

  // Without setpriv nothing else would end the server when this process exits in a hurry.
  const endInAHurry = () => child.kill('SIGINT');
  process.once('exit', endInAHurry);

  async function stop(): Promise<void> {
    stopping = true;
    process.removeListener('exit', endInAHurry);
    await recovery;
    if (child.exitCode === null && child.signalCode === null) await endChild(child);
  }

  try {
    await createDatabase(socketFolder);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(socketFolder), stop };
}

/** The address of the server another process runs on DATA_DIR; null when there is none. */
export async function joinEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<{ url: string } | null> {
  const { cluster } = await layOut(dataDir);
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const running = await findPostmaster(cluster);
    if (running === null) return null;
    if (running.ready) return { url: urlOf(running.socketFolder) };
    await delay(50);
  }
  return null;
}

async function refuseIfOwned(cluster: string, dataDir: string): Promise<Postmaster | null> {
  const running = await findPostmaster(cluster);
  if (running === null || running.ownerPid === null) return running;
  throw new Failure(
    'database/in-use',
    `Process ${running.ownerPid} already serves the data folder ${dataDir}. ` +
      'Stop it first, or give this one another DATA_DIR.',
  );
}

async function endOrphan(cluster: string, dataDir: string, log: Log): Promise<void> {
  const orphan = await refuseIfOwned(cluster, dataDir);
  if (orphan === null) return;
  log.info({ pid: orphan.pid }, 'ending the database that a killed process left behind');
  await endProcess(orphan.pid, fastThenImmediate);
}

/** On Linux the kernel itself stops the server when we die, even by kill -9. */
async function tiedToUs(account: Account): Promise<string[]> {
  const setpriv = ['setpriv', '--pdeathsig', 'INT'];
  return process.platform === 'linux' && (await succeeds(account.run([...setpriv, 'true']))) ? setpriv : [];
}

/** null once it accepts connections; otherwise what it said before it ended. */
async function readyOrComplaint(child: ChildProcess, cluster: string, log: Log): Promise<string | null> {
  let said: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    said = [...said.slice(-9), line];
    log[routine.test(line) ? 'debug' : 'warn']({ line }, 'the embedded database says');
  });
  let ended = false;
  child.once('error', (error) => {
    said.push(error.message);
    ended = true;
  });
  child.once('close', () => {
    ended = true;
  });
  const deadline = Date.now() + startLimitMs;
  while (!ended) {
    const running = await findPostmaster(cluster);
    if (running?.pid === child.pid && running?.ready) return null;
    if (Date.now() > deadline) {
      await endChild(child);
      return `It was not ready within ${startLimitMs / 1000} s. ${said.join(' ')}`;
    }
    await delay(10);
  }
  return said.join(' ');
}

async function endChild(child: ChildProcess): Promise<void> {
  const exited = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
  for (const [signal, limitMs] of fastThenImmediate) {
    child.kill(signal);
    if (await Promise.race([exited, delay(limitMs, false, { ref: false })])) return;
  }
}

async function createDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socketFolder, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [ourName]);
    if (rowCount === 0) await client.query(`create database ${ourName}`);
  } finally {
    await client.end();
  }
}
