import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from './debian-packages.mjs';
import { prepare } from './prepare.mjs';
import { run } from './run.mjs';

/** Fast projects first. Each uses all cores, so they run one after another. */
const projects = ['unit', 'game', 'launcher', 'render', 'api', 'api-two-processes', 'distributed', 'chaos', 'browser'];

const root = new URL('../', import.meta.url);
const results = new URL('.build/test/', root);
const stdio = 'inherit';

await prepare(root);
await installDebianPackages(root);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const total = { passed: 0, skipped: 0, failures: [] };
for (const script of ['types', 'lint']) add(await runScript(script));
for (const project of projects) add(await runTests(project));

// Failures come last: people read the end of a long log first, and some tools keep only that.
for (const { what, details } of total.failures) {
  console.log(`FAILED ${what}`);
  for (const line of details.slice(0, linesPerFailure(total.failures.length))) console.log(`    ${line}`);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failures.length} failed${skipped}`);
process.exitCode = total.failures.length > 0 ? 1 : 0;

/** The more failures, the fewer lines each, so that all names appear at the end. */
function linesPerFailure(failures) {
  return Math.max(2, Math.floor(80 / failures));
}

function add({ passed, skipped, failures }) {
  total.passed += passed;
  total.skipped += skipped;
  total.failures.push(...failures);
}

/** A script that succeeds counts as one passed test. */
async function runScript(name) {
  const problem = await problemOf('npm', ['run', '--silent', name]);
  if (problem === null) return { passed: 1, skipped: 0, failures: [] };
  return { passed: 0, skipped: 0, failures: [{ what: problem, details: [] }] };
}

async function runTests(project) {
  const file = new URL(`${project}.json`, results);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests'];
  const reporters = ['--reporter=default', '--reporter=./bin/test-report.mjs'];
  const env = { ...process.env, TEST_REPORT: fileURLToPath(file) };
  const problem = await problemOf(process.execPath, [...vitest, ...reporters], env);
  const { passed, skipped, failures } = readReport(file);
  if (problem !== null && failures.length === 0) failures.push({ what: `no test failed, but ${problem}`, details: [] });
  const named = failures.map(({ what, details }) => ({ what: `${project} ${what}`, details }));
  return { passed, skipped, failures: named };
}

/** A test run that is killed writes no report. */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, skipped: 0, failures: [] };
}

async function problemOf(command, args, env) {
  try {
    await run(command, args, { root, stdio, env });
    return null;
  } catch (error) {
    console.error(error.message);
    return error.message;
  }
}
