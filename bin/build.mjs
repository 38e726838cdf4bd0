import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inputs, steps } from './build-steps.mjs';
import { run } from './run.mjs';

const stampName = '.made-from';

/** True when dist/ was made from exactly the sources that are here now. */
export function isBuilt(root) {
  const stamp = new URL(`dist/${stampName}`, root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources(root);
}

/** Makes dist/ in a folder aside and puts it in place whole. The caller holds the lock. */
export async function build(root) {
  const made = new URL('.build/made/', root);
  const old = new URL('.build/old/', root);
  const dist = new URL('dist/', root);
  rmSync(made, { recursive: true, force: true });
  rmSync(old, { recursive: true, force: true });
  const hash = hashOfSources(root);
  for (const { says, command, args } of steps) {
    console.error(says);
    await run(root, process.execPath, [command, ...args(fileURLToPath(made))]);
  }
  writeFileSync(new URL(stampName, made), hash);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(made, dist);
  rmSync(old, { recursive: true, force: true });
}

function hashOfSources(root) {
  const hash = createHash('sha256');
  for (const name of [...inputs, ...sourcesUnder(root, 'src/')]) {
    hash.update(`${name}\0`).update(readFileSync(new URL(encodeURI(name), root)));
  }
  return hash.digest('hex');
}

function sourcesUnder(root, folder) {
  return readdirSync(new URL(encodeURI(folder), root), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return sourcesUnder(root, `${folder}${entry.name}/`);
      return entry.name.endsWith('.test.ts') ? [] : [`${folder}${entry.name}`];
    });
}
