import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { steps } from './build-steps.mjs';
import { run } from './run.mjs';

const hashFile = '.build-hash';

/**
 * Tells whether dist/ was built from the current sources. Reading all of them takes longer than the rest of a launch, so
 * that is skipped while no file has changed since the last time.
 */
export function isBuilt(root) {
  const built = readIfPresent(fileURLToPath(new URL(`dist/${hashFile}`, root)));
  if (built === null) return false;
  const checkedFile = fileURLToPath(new URL('.build/checked', root));
  const checked = `${built} ${hashOfStats(root)}`;
  if (readIfPresent(checkedFile) === checked) return true;
  // Steps share inputs; a file that two of them have is read once.
  const read = cachedReader();
  if (hashOfAll(steps.map((step) => hashOfInputs(root, step, read))) !== built) return false;
  try {
    writeFileSync(checkedFile, checked);
  } catch {
    // The checkout is read-only.
  }
  return true;
}

/** Changes with every write to an input: no program can set the time at which a file was last changed. */
function hashOfStats(root) {
  const top = fileURLToPath(root);
  const inputs = new Set(steps.flatMap((step) => step.inputs));
  const paths = new Set([...inputs].flatMap((input) => filesAt(top, input)));
  const hash = createHash('sha256').update(readFileSync(new URL('build-steps.mjs', import.meta.url)));
  for (const path of paths) {
    const { ino, size, ctimeMs } = statSync(join(top, path));
    hash.update(`${path}\0${ino} ${size} ${ctimeMs}\0`);
  }
  return hash.digest('hex');
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

function hashOfInputs(root, { inputs }, read = readFileSync) {
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
  return statSync(join(top, path)).isDirectory() ? filesBelow(top, path) : [path];
}

function filesBelow(top, folder) {
  return readdirSync(join(top, folder), { withFileTypes: true })
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
