import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from './debian-packages.mjs';
import { prepare } from './prepare.mjs';
import { run } from './run.mjs';

/** The quick ones first. Each takes all cores it can use, so they run one after another. */
const runs = [
  ['unit'],
  ['game'],
  ['launcher'],
  ['render'],
  ['api'],
  ['api-two-processes'],
  ['distributed'],
  ['chaos'],
  ['browser'],
];

const root = new URL('../', import.meta.url);
const results = new URL('.build/test/', root);
const stdio = 'inherit';

await prepare(root);
await installDebianPackages(root);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
for (const script of ['types', 'lint']) add(await runScript(script));
for (const projects of runs) add(await runTests(projects));

console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function add({ passed, failed, skipped }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

/** A script that ends well counts as one test passed. */
async function runScript(name) {
  const ok = await succeeds('npm', ['run', '--silent', name]);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

async function runTests(projects) {
  const file = new URL(`${projects.join('-')}.json`, results);
  const ok = await succeeds(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${fileURLToPath(file)}`,
  ]);
  const counted = countTests(file);
  // A file that cannot be loaded or a lost worker fails the run without failing a test.
  if (!ok && counted.failed === 0) counted.failed = 1;
  return counted;
}

function countTests(file) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function succeeds(command, args) {
  try {
    await run(root, command, args, { stdio });
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}
