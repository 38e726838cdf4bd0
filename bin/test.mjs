import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from './debian-packages.mjs';
import { prepare } from './prepare.mjs';
import { run } from './run.mjs';

/** The quick ones first. Each takes all cores it can use, so they run one after another. */
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

// Last, because the end of a long log is what is read first, and sometimes all that is kept.
for (const { what, details } of total.failures) {
  console.log(`FAILED ${what}`);
  for (const line of details.slice(0, linesOfEach(total.failures.length))) console.log(`    ${line}`);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failures.length} failed${skipped}`);
process.exitCode = total.failures.length > 0 ? 1 : 0;

/** One failure is told of at length; of many, each has its name at the end. */
function linesOfEach(failures) {
  return Math.max(2, Math.floor(80 / failures));
}

function add({ passed, skipped, failures }) {
  total.passed += passed;
  total.skipped += skipped;
  total.failures.push(...failures);
}

/** A script that ends well counts as one test passed. */
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
  const told = failures.map(({ what, details }) => ({ what: `${project} ${what}`, details }));
  return { passed, skipped, failures: told };
}

/** A run that is killed leaves no report. */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, skipped: 0, failures: [] };
}

async function problemOf(command, args, env) {
  try {
    await run(root, command, args, { stdio, env });
    return null;
  } catch (error) {
    console.error(error.message);
    return error.message;
  }
}
