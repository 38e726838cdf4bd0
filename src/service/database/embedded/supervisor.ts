import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../../log.ts';
import { type Account, chooseAccount } from './account.ts';
import { ourName, urlOf } from './address.ts';
import { findBinaries } from './binaries.ts';
import { makeCluster } from './cluster.ts';
import { succeeds } from './command.ts';
import { findDataFolder, makeDataFolder } from './data-folder.ts';
import { findPostmaster } from './postmaster.ts';
import { endServer, hasEnded, launchServer, refuseIfOwned, type ServerPlan, startLimitMs } from './server.ts';
import { serverArguments } from './settings.ts';
import { makeSocketFolder } from './socket-folder.ts';

/** A PostgreSQL server of our own, running as long as we do. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Ends the server; who is still connected after a second is broken off. Calling it twice is harmless. */
  stop(): Promise<void>;
}

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
  const { folder, cluster } = await makeDataFolder(dataDir);
  await refuseIfOwned({ cluster, dataDir });
  const account = await chooseAccount({ binaries, folder, cluster });
  await makeCluster({ binaries, account, folder, cluster });
  const socketFolder = await makeSocketFolder(folder, account);
  const server = [binaries.postgres, ...serverArguments({ cluster, socketFolder })];
  const command = account.run([...(await tyingToUs(account)), ...server]);
  const stop = await keepRunning({ command, dataDir, cluster, socketFolder, log });
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
  const found = await findDataFolder(dataDir);
  if (found === null) return null;
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const running = await findPostmaster(found.cluster);
    if (running === null) return null;
    if (running.ready) return { url: urlOf(running.socketFolder) };
    await delay(50);
  }
  return null;
}

/** Resolves once the server accepts connections; from then on starts it again whenever it dies, until told to stop. */
async function keepRunning(plan: ServerPlan): Promise<() => Promise<void>> {
  const { log } = plan;
  const stopping = new AbortController();
  const { signal } = stopping;
  let child = await launchServer(plan, { signal });
  let recovery = Promise.resolve();
  watch();

  function watch(): void {
    if (hasEnded(child)) died();
    else child.once('exit', died);
  }

  function died(): void {
    if (signal.aborted) return;
    log.error({ code: child.exitCode, signal: child.signalCode }, 'the embedded database died; starting it again');
    recovery = recover();
  }

  async function recover(): Promise<void> {
    for (let pauseMs = 200; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        child = await launchServer(plan, { signal });
        return watch();
      } catch (err) {
        if (signal.aborted) return;
        log.error({ err }, 'the embedded database could not be started again; trying on');
        await delay(pauseMs, null, { signal }).catch(() => {});
      }
    }
  }

  // Without setpriv nothing else would end the server when this process exits in a hurry.
  const endInAHurry = () => child.kill('SIGINT');
  process.once('exit', endInAHurry);

  return async () => {
    stopping.abort();
    process.removeListener('exit', endInAHurry);
    await recovery;
    await endServer(child);
  };
}

/** On Linux the kernel itself stops the server when we die, even by kill -9. */
async function tyingToUs(account: Account): Promise<string[]> {
  const setpriv = ['setpriv', '--pdeathsig', 'INT'];
  return process.platform === 'linux' && (await succeeds(account.run([...setpriv, 'true']))) ? setpriv : [];
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
