import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, hashOfState, installedFile, isBuilt } from './build.mjs';
import { LaunchError } from './launch-error.mjs';
import { withLock } from './lock.mjs';
import { run } from './run.mjs';

/**
 * Installs the dependencies if the lock file has changed, and builds the program if its sources have. Of two concurrent
 * launches, the second waits for the first. A container image has no sources and is used as it is.
 */
export async function prepare(root) {
  if (!existsSync(new URL('src/', root))) return;
  // Checked without the lock first, so that a finished checkout starts quickly, even if it is read-only.
  // Reading all sources takes longer than the rest of a launch, so it is skipped while no file has changed since the last time.
  const state = hashOfState(root);
  if (state !== null && wasChecked(root, state)) return;
  if (isInstalled(root) && isBuilt(root)) return rememberCheck(root, state);
  await alone(root, async () => {
    if (!isInstalled(root)) await install(root);
    if (!isBuilt(root)) await build(root);
  });
}

function wasChecked(root, state) {
  const file = checkedFile(root);
  return existsSync(file) && readFileSync(file, 'utf8') === state;
}

function rememberCheck(root, state) {
  try {
    writeFileSync(checkedFile(root), state);
  } catch {
    // The checkout is read-only.
  }
}

function checkedFile(root) {
  return new URL('.build/checked', root);
}

/** Installs the dependencies as `prepare` does, without a build. */
export async function installDependencies(root) {
  if (!existsSync(new URL('src/', root)) || isInstalled(root)) return;
  await alone(root, async () => {
    if (!isInstalled(root)) await install(root);
  });
}

/** Runs `work` while no other launch installs or builds. */
async function alone(root, work) {
  const folder = new URL('.build/', root);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const path = fileURLToPath(root);
    throw new LaunchError(`Reprise must be installed or rebuilt, but ${path} is not writable (${cause.code}).`);
  }
  await withLock(new URL('lock', folder), work);
}

function isInstalled(root) {
  const required = readPackages(new URL('package-lock.json', root));
  const installed = readPackages(new URL(installedFile, root));
  if (installed === null) return false;
  return Object.entries(required).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const present = installed[path];
    return present === undefined ? optional === true : present.version === version && present.integrity === integrity;
  });
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

async function install(root) {
  refuseLinkedModules(new URL('node_modules', root));
  console.error('Installing dependencies. This takes about a minute.');
  await run('npm', ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'], { root });
}

/** npm empties the folder before it installs; behind a link, that would be the folder of another checkout. */
function refuseLinkedModules(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  const target = existsSync(folder) ? realpathSync(folder) : 'a missing folder';
  throw new LaunchError(
    `node_modules is a link to ${target}, which does not contain the packages of package-lock.json. Remove the link to ` +
      'install them here, or run npm ci in the other checkout.',
  );
}
