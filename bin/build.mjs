import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { steps } from './build-steps.mjs';
import { run } from './run.mjs';

const stampName = '.made-from';

/** True when dist/ was made from exactly the sources that are here now. */
export function isBuilt(root) {
  const hash = hashOfAll(steps.map((step) => hashOfInputs(root, step)));
  return readStamp(fileURLToPath(new URL(`dist/${stampName}`, root))) === hash;
}

/** Runs the steps whose inputs have changed and puts dist/ in place whole. The caller holds the lock. */
export async function build(root) {
  const at = (path) => fileURLToPath(new URL(path, root));
  const hashes = [];
  for (const step of steps) hashes.push(await runStep(root, step));
  const made = at('.build/dist');
  const old = at('.build/old');
  for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true });
  for (const { name } of steps) cpSync(at(`.build/${name}`), made, { recursive: true });
  writeFileSync(join(made, stampName), hashOfAll(hashes));
  if (existsSync(at('dist'))) renameSync(at('dist'), old);
  renameSync(made, at('dist'));
  rmSync(old, { recursive: true, force: true });
}

/** The stamp lies beside the folder and is written last, so a step that was broken off is run again. */
async function runStep(root, step) {
  const folder = fileURLToPath(new URL(`.build/${step.name}`, root));
  const stamp = `${folder}${stampName}`;
  const hash = hashOfInputs(root, step);
  if (readStamp(stamp) === hash && existsSync(folder)) return hash;
  rmSync(stamp, { force: true });
  rmSync(folder, { recursive: true, force: true });
  console.error(step.message);
  await run(root, process.execPath, [step.command, ...step.args(folder)]);
  writeFileSync(stamp, hash);
  return hash;
}

function hashOfInputs(root, { inputs }) {
  const hash = createHash('sha256').update(readFileSync(new URL('build-steps.mjs', import.meta.url)));
  const top = fileURLToPath(root);
  for (const path of inputs.flatMap((input) => filesBelow(top, input))) {
    hash.update(`${path}\0`).update(readFileSync(join(top, path)));
  }
  return hash.digest('hex');
}

function filesBelow(top, path) {
  if (!statSync(join(top, path)).isDirectory()) return path.endsWith('.test.ts') ? [] : [path];
  return readdirSync(join(top, path))
    .sort()
    .flatMap((name) => filesBelow(top, `${path}/${name}`));
}

function hashOfAll(hashes) {
  return createHash('sha256').update(hashes.join()).digest('hex');
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
