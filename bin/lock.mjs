import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const heartbeatMs = 500;
const staleMs = 5_000;

/**
 * Runs `work` while holding a lock file. The holder touches the file twice a second; one that was not touched for five
 * seconds belongs to a killed process and is taken over. Process ids are not asked: containers give the same ones again.
 */
export async function withLock(file, work) {
  const path = fileURLToPath(file);
  const token = randomUUID();
  let told = false;
  while (!take(path, token)) {
    if (!told) console.error('Another launch is installing or building; waiting for it.');
    told = true;
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
  const interrupted = (signal) => {
    release();
    process.kill(process.pid, signal);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work();
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    release();
  }
}

/** Written aside and linked into place, so that nobody ever reads a lock without its token. */
function take(path, token) {
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
 * Of several that find the same dead lock, only the one that makes the grave with its token may remove it; the second
 * look at the token makes sure that it was not a living lock, taken in between, that went into the grave.
 */
function removeIfStale(path) {
  const token = tokenOf(path);
  if (token === null || !isStale(path)) return;
  const grave = `${path}.${token}.dead`;
  try {
    linkSync(path, grave);
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return;
    throw error;
  }
  if (tokenOf(grave) === token) rmSync(path, { force: true });
  rmSync(grave, { force: true });
}

function isStale(path) {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched > staleMs;
}

function tokenOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
