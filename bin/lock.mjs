import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const heartbeatMs = 500;
const staleMs = 5_000;

/**
 * Runs `work` while holding a lock file. The holder touches the file twice a second; after five seconds without a touch, its
 * holder counts as killed and the lock may be taken over. Process ids prove nothing, because containers reuse them.
 */
export async function withLock(file, work) {
  const path = fileURLToPath(file);
  const token = randomUUID();
  let hasReported = false;
  while (!acquire(path, token)) {
    if (!hasReported) console.error('Another launch is installing or building. Waiting for it.');
    hasReported = true;
    removeIfStale(path);
    await sleep(100);
  }
  const heartbeat = setInterval(() => {
    if (tokenOf(path) === token) utimesSync(path, new Date(), new Date());
  }, heartbeatMs);
  const release = () => {
    clearInterval(heartbeat);
    if (tokenOf(path) === token) rmSync(path, { force: true });
  };
  const onSignal = (signal) => {
    release();
    process.kill(process.pid, signal);
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await work();
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    release();
  }
}

/** Writes the file under another name and links it into place, so that no process ever reads a lock without its token. */
function acquire(path, token) {
  const own = `${path}.${token}`;
  writeFileSync(own, token);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
}

/**
 * Several processes may find the same stale lock, but only the one that creates the link named after its token may remove it.
 * The second look at the token ensures that the link is not to a new lock that was acquired in the meantime.
 */
function removeIfStale(path) {
  const token = tokenOf(path);
  if (token === null || !isStale(path)) return;
  const staleLink = `${path}.${token}.stale`;
  try {
    linkSync(path, staleLink);
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return;
    throw error;
  }
  if (tokenOf(staleLink) === token) rmSync(path, { force: true });
  rmSync(staleLink, { force: true });
}

function isStale(path) {
  const touchedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touchedAt !== undefined && Date.now() - touchedAt > staleMs;
}

function tokenOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
