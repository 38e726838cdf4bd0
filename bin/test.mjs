import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from './debian-packages.mjs';
import { installDependencies, prepare } from './prepare.mjs';
import { run } from './run.mjs';

const scripts = ['types', 'lint'];

/**
 * Everything that runs, in this order. First those that need no build, then the two longest. Those that mostly wait for
 * processes run beside these two. `render` and `game` keep every core busy, so they come last.
 */
const all = [
  'unit',
  'types',
  'lint',
  'api',
  'browser',
  'distributed',
  'chaos',
  'api-two-processes',
  'launcher',
  'render',
  'game',
];

/**
 * Enough to keep two cores busy, because some wait for processes and databases. More at a time take more processor time: until
 * a slow test ends, its pages keep drawing frames and its services keep polling their queues.
 */
const atATime = 3;

/** Those that need neither a build nor a server: they start while the build runs, which leaves a core idle. */
const needNoBuild = ['types', 'lint', 'unit'];

/** Arguments name what to run; without any, everything runs. */
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  process.exit(2);
}
const chosen = requested.length === 0 ? all : all.filter((name) => requested.includes(name));

const root = new URL('../', import.meta.url);
const results = new URL('.build/test/', root);

mkdirSync(results, { recursive: true });
for (const name of chosen) rmSync(new URL(`${name}.json`, results), { force: true });

const needsBuild = chosen.some((name) => !needNoBuild.includes(name));
if (needsBuild) await installDependencies(root);
const preparing = needsBuild ? prepareAll() : null;

const total = { passed: 0, skipped: 0, failures: [], seconds: [] };
const tasks = chosen.map((name) => async () => {
  const problem = needNoBuild.includes(name) ? null : await preparing;
  if (problem !== null) return notRun(name, problem);
  return withSeconds(scripts.includes(name) ? runScript(name) : runTests(name));
});
for (const [i, result] of (await runAll(tasks)).entries()) {
  total.passed += result.passed;
  total.skipped += result.skipped;
  total.failures.push(...result.failures);
  total.seconds.push(`${chosen[i]} ${result.seconds}`);
}
console.log(`Seconds, ${atATime} at a time: ${total.seconds.join(', ')}`);

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

/** Runs the tasks in order, several at a time, and returns their results in the same order. */
async function runAll(tasks) {
  const results = [];
  const waiting = tasks.entries();
  async function runWaiting() {
    for (const [i, task] of waiting) results[i] = await task();
  }
  await Promise.all(Array.from({ length: atATime }, runWaiting));
  return results;
}

/** Builds the program and installs what its tests need. Returns what went wrong, because other suites can run without it. */
async function prepareAll() {
  try {
    await Promise.all([prepare(root), installDebianPackages(root)]);
    return null;
  } catch (error) {
    return error.message;
  }
}

function notRun(name, problem) {
  return { passed: 0, skipped: 0, failures: [{ what: `${name} did not run: ${problem}`, details: [] }], seconds: 0 };
}

async function withSeconds(running) {
  const start = performance.now();
  const result = await running;
  return { ...result, seconds: Math.round((performance.now() - start) / 1000) };
}

/** A script that succeeds counts as one passed test. */
async function runScript(name) {
  const problem = await problemOf({ name, command: 'npm', args: ['run', '--silent', name] });
  if (problem === null) return { passed: 1, skipped: 0, failures: [] };
  return { passed: 0, skipped: 0, failures: [{ what: problem, details: [] }] };
}

async function runTests(project) {
  const file = new URL(`${project}.json`, results);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests'];
  const reporters = ['--reporter=default', '--reporter=./bin/test-report.mjs'];
  const env = { ...process.env, TEST_REPORT: fileURLToPath(file) };
  const problem = await problemOf({ name: project, command: process.execPath, args: [...vitest, ...reporters], env });
  const { passed, skipped, failures } = readReport(file);
  if (problem !== null && failures.length === 0) failures.push({ what: `no test failed, but ${problem}`, details: [] });
  const named = failures.map(({ what, details }) => ({ what: `${project} ${what}`, details }));
  return { passed, skipped, failures: named };
}

/** A test run that is killed writes no report. */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, skipped: 0, failures: [] };
}

/** Prints the output of a command when it ends, because another command runs at the same time. */
async function problemOf({ name, command, args, env }) {
  const file = new URL(`${name}.log`, results);
  const output = openSync(file, 'w');
  try {
    await run(command, args, { root, stdio: ['ignore', output, output], env });
    return null;
  } catch (error) {
    console.error(error.message);
    return error.message;
  } finally {
    closeSync(output);
    process.stdout.write(readFileSync(file));
  }
}
