import { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { LaunchError } from './launch-error.mjs';
import { withLock } from './lock.mjs';
import { run } from './run.mjs';

/**
 * Installs the dependencies and builds the program, where the lock file or the sources say that it is needed. Two
 * launches at once do it once: the second waits for the first. An image without sources is taken as it is.
 */
export async function prepare(root) {
  if (!existsSync(new URL('src/', root))) return;
  // Asked without the lock first, so that a finished checkout starts at once, also where it cannot be written.
  if (isInstalled(root) && isBuilt(root)) return;
  const work = new URL('.build/', root);
  try {
    mkdirSync(work, { recursive: true });
    accessSync(work, constants.W_OK);
  } catch (cause) {
    const folder = fileURLToPath(root);
    throw new LaunchError(`Reprise must be installed or built anew, but ${folder} cannot be written (${cause.code}).`);
  }
  await withLock(new URL('lock', work), async () => {
    if (!isInstalled(root)) await install(root);
    if (!isBuilt(root)) await build(root);
  });
}

/** npm leaves a copy of the lock file behind when an install is complete; it names what is really there. */
function isInstalled(root) {
  const wanted = readPackages(new URL('package-lock.json', root));
  const found = readPackages(new URL('node_modules/.package-lock.json', root));
  if (found === null) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const there = found[path];
    return there === undefined ? optional === true : there.version === version && there.integrity === integrity;
  });
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

async function install(root) {
  refuseLinkedModules(new URL('node_modules', root));
  console.error('Installing dependencies; this takes about a minute.');
  await run(root, 'npm', ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']);
}

/** npm empties the folder before it installs, and behind a link that is the folder of another checkout. */
function refuseLinkedModules(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  const target = existsSync(folder) ? realpathSync(folder) : 'a folder that is not there';
  throw new LaunchError(
    `node_modules is a link to ${target}, which does not hold what package-lock.json asks for. Remove the link for an ` +
      'install of its own, or run npm ci in the other checkout.',
  );
}
