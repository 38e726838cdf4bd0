import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../../log.ts';
import { type Account, chooseAccount } from './account.ts';
import { databaseName, urlOf } from './address.ts';
import { findBinaries } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { succeeds } from './command.ts';
import { createPostgresFolder, findDataFolder } from './data-folder.ts';
import { findPostmaster } from './postmaster.ts';
import { endServer, hasEnded, launchServer, refuseIfOwned, type ServerPlan, startTimeoutMs } from './server.ts';
import { serverArguments } from './settings.ts';
import { createSocketFolder } from './socket-folder.ts';

/** A PostgreSQL server that runs as long as this process. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Ends the server. Connections that are still open after a second are cut. Calling it twice is harmless. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on DATA_DIR and restarts it if it dies. Throws `database/in-use` if another process serves the folder.
 * If the supervisor of a running server was killed, it ends that server first.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: {
  dataDir: string;
  log: Log;
}): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const { folder, cluster } = await createPostgresFolder(dataDir);
  await refuseIfOwned({ cluster, dataDir });
  const account = await chooseAccount({ binaries, folder, cluster });
  await createCluster({ binaries, account, folder, cluster });
  const socketFolder = await createSocketFolder(folder, account);
  const server = [binaries.postgres, ...serverArguments({ cluster, socketFolder })];
  const command = account.run([...(await endWithParent(account)), ...server]);
  const stop = await keepRunning({ command, dataDir, cluster, socketFolder, log });
  try {
    await createDatabase(socketFolder);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(socketFolder), stop };
}

/** The address of the server that another process runs on DATA_DIR; null if there is none. */
export async function joinEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<{ url: string } | null> {
  const found = await findDataFolder(dataDir);
  if (found === null) return null;
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    const running = await findPostmaster(found.cluster);
    if (running === null) return null;
    if (running.isReady) return { url: urlOf(running.socketFolder) };
    await delay(50);
  }
  return null;
}

/** Resolves once the server accepts connections, and restarts it whenever it dies. Returns the function that stops it. */
async function keepRunning(plan: ServerPlan): Promise<() => Promise<void>> {
  const { log } = plan;
  const stopping = new AbortController();
  const { signal } = stopping;
  let child = await launchServer(plan, { signal });
  let recovery = Promise.resolve();
  watch();

  function watch(): void {
    if (hasEnded(child)) onDeath();
    else child.once('exit', onDeath);
  }

  function onDeath(): void {
    if (signal.aborted) return;
    log.error({ code: child.exitCode, signal: child.signalCode }, 'the embedded database died; restarting it');
    recovery = recover();
  }

  async function recover(): Promise<void> {
    for (let pauseMs = 200; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        child = await launchServer(plan, { signal });
        return watch();
      } catch (err) {
        if (signal.aborted) return;
        log.error({ err }, 'the embedded database could not be restarted; retrying');
        await delay(pauseMs, null, { signal }).catch(() => {});
      }
    }
  }

  // Without setpriv, nothing else would end the server when this process exits without stopping it.
  const endOnExit = () => child.kill('SIGINT');
  process.once('exit', endOnExit);

  return async () => {
    stopping.abort();
    process.removeListener('exit', endOnExit);
    await recovery;
    await endServer(child);
  };
}

/** A command prefix that, on Linux, makes the kernel stop the server when this process dies, even by kill -9. */
async function endWithParent(account: Account): Promise<string[]> {
  const setpriv = ['setpriv', '--pdeathsig', 'INT'];
  return process.platform === 'linux' && (await succeeds(account.run([...setpriv, 'true']))) ? setpriv : [];
}

async function createDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socketFolder, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
