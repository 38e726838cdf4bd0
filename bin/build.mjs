import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { steps } from './build-steps.mjs';
import { run } from './run.mjs';

const hashFile = '.build-hash';
/** After a complete install, npm writes a copy of the lock file that lists what is installed. */
export const installedFile = 'node_modules/.package-lock.json';

/** Tells whether dist/ was built from the current sources. */
export function isBuilt(root) {
  const built = hashOfDist(root);
  if (built === null) return false;
  // Steps share inputs; a file that two of them have is read once.
  const read = cachedReader();
  return hashOfAll(steps.map((step) => hashOfInputs(root, step, read))) === built;
}

/**
 * Changes with every build, and with every write to an input of the build or to the list of installed packages: no program
 * can set the time at which a file was last changed. Null if nothing is built or installed.
 */
export function hashOfState(root) {
  const built = hashOfDist(root);
  const top = fileURLToPath(root);
  if (built === null || !existsSync(top + installedFile)) return null;
  const inputs = new Set(['bin/build-steps.mjs', installedFile, ...steps.flatMap((step) => step.inputs)]);
  const outermost = [...inputs].filter((input) => ![...inputs].some((other) => input.startsWith(`${other}/`)));
  const states = outermost.flatMap((input) =>
    filesAt(top, input).map((path) => {
      const { ino, size, ctimeMs } = statSync(top + path);
      return `${path}\0${ino} ${size} ${ctimeMs}`;
    }),
  );
  return hashOfAll([built, ...states]);
}

function hashOfDist(root) {
  return readIfPresent(fileURLToPath(new URL(`dist/${hashFile}`, root)));
}

/** Runs the steps whose inputs have changed, then replaces dist/ in one move. The caller holds the lock. */
export async function build(root) {
  const at = (path) => fileURLToPath(new URL(path, root));
  const hashes = [];
  for (const step of steps) hashes.push(await runStep(root, step));
  const next = at('.build/dist');
  const old = at('.build/old');
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  for (const { name } of steps) cpSync(at(`.build/${name}`), next, { recursive: true });
  writeFileSync(join(next, hashFile), hashOfAll(hashes));
  if (existsSync(at('dist'))) renameSync(at('dist'), old);
  renameSync(next, at('dist'));
  rmSync(old, { recursive: true, force: true });
}

/** The folder with the result of a step, or null if the step has not run with the current inputs. */
export function builtStep(root, name) {
  const step = steps.find((each) => each.name === name);
  const folder = fileURLToPath(new URL(`.build/${name}`, root));
  return readIfPresent(`${folder}${hashFile}`) === hashOfInputs(root, step) && existsSync(folder) ? folder : null;
}

/** The hash is written beside the folder after the step has finished, so an interrupted step runs again. */
async function runStep(root, step) {
  const folder = fileURLToPath(new URL(`.build/${step.name}`, root));
  const stepHashFile = `${folder}${hashFile}`;
  const hash = hashOfInputs(root, step);
  if (readIfPresent(stepHashFile) === hash && existsSync(folder)) return hash;
  rmSync(stepHashFile, { force: true });
  rmSync(folder, { recursive: true, force: true });
  console.error(step.message);
  await run(process.execPath, [step.command, ...step.args(folder)], { root });
  writeFileSync(stepHashFile, hash);
  return hash;
}

/** The hash of everything that the result of a step depends on. */
export function hashOfInputs(root, { inputs }, read = readFileSync) {
  const hash = createHash('sha256').update(readFileSync(new URL('build-steps.mjs', import.meta.url)));
  const top = fileURLToPath(root);
  for (const path of inputs.flatMap((input) => filesAt(top, input))) {
    hash.update(`${path}\0`).update(read(join(top, path)));
  }
  return hash.digest('hex');
}

function cachedReader() {
  const contents = new Map();
  return (path) => {
    if (!contents.has(path)) contents.set(path, readFileSync(path));
    return contents.get(path);
  };
}

function filesAt(top, path) {
  return statSync(top + path).isDirectory() ? filesBelow(top, path) : [path];
}

function filesBelow(top, folder) {
  return readdirSync(top + folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(top, path);
      return path.endsWith('.test.ts') ? [] : [path];
    });
}

function hashOfAll(hashes) {
  return createHash('sha256').update(hashes.join()).digest('hex');
}

function readIfPresent(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
