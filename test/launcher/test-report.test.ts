import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// Tests the end of the output of `npm test`: the real script with a fake vitest, and the real vitest with our reporter.

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise test-report-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('the last lines list every failure, then the counts', async () => {
  prepareProject(`
    import { writeFileSync } from 'node:fs';
    const reports = {
      unit: { passed: 5, skipped: 0, failures: [
        { what: 'a.test.ts > one: It broke.', details: ['at a.test.ts:7', '- 1', '+ 2'] },
        { what: 'b.test.ts: Not found.', details: [] },
      ] },
      game: { passed: 3, skipped: 2, failures: [] },
    };
    const name = process.argv[process.argv.indexOf('--project') + 1];
    const report = reports[name] ?? { passed: 0, skipped: 0, failures: [] };
    if (name === 'api') process.kill(process.pid, 'SIGKILL');
    else writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
    process.exitCode = report.failures.length > 0 || name === 'game' ? 1 : 0;
  `);
  const { code, stdout } = await runScript();
  expect(code).toBe(1);
  expect(stdout.trim().split('\n').slice(-10)).toEqual([
    expect.stringMatching(
      /^Seconds, 3 at a time: unit \d+, types \d+, lint \d+, api \d+, .*, launcher \d+, render \d+, game \d+$/,
    ),
    'FAILED unit a.test.ts > one: It broke.',
    '    at a.test.ts:7',
    '    - 1',
    '    + 2',
    'FAILED unit b.test.ts: Not found.',
    'FAILED npm run --silent lint ended with code 4.',
    expect.stringMatching(/^FAILED api no test failed, but .*vitest.* ended with SIGKILL\.$/),
    expect.stringMatching(/^FAILED game no test failed, but .*vitest.* ended with code 1\.$/),
    '9 passed, 5 failed, 2 skipped',
  ]);
});

test('with many failures, each gets only a few lines', async () => {
  prepareProject(`
    import { writeFileSync } from 'node:fs';
    const details = Array.from({ length: 50 }, (_, i) => 'line ' + i);
    const failures = Array.from({ length: 20 }, (_, i) => ({ what: 'test ' + i, details }));
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ passed: 0, skipped: 0, failures }));
  `);
  const { stdout } = await runScript('unit', 'types', 'lint', 'launcher');
  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('FAILED '))).toHaveLength(1 + 2 * 20);
  expect(lines.slice(-4)).toEqual(['FAILED launcher test 19', '    line 0', '    line 1', '1 passed, 41 failed']);
});

test('without failures, only the durations and the counts are printed', async () => {
  prepareProject(`
    import { writeFileSync } from 'node:fs';
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ passed: 2, skipped: 0, failures: [] }));
  `);
  writeCommand('npm', 'exit 0');
  const { code, stdout } = await runScript('unit', 'types', 'lint');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Seconds, [^\n]*\n4 passed, 0 failed\n$/);
});

test('if the build fails, suites that need none run, and the others are failures', async () => {
  prepareProject(`
    import { writeFileSync } from 'node:fs';
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ passed: 2, skipped: 0, failures: [] }));
  `);
  mkdirSync(join(home, 'src'));
  write('package-lock.json', '{ "packages": {} }');
  write('node_modules/.package-lock.json', '{ "packages": {} }');
  write(
    'bin/build.mjs',
    "export const hashOfState = () => null, installedFile = 'node_modules/.package-lock.json', isBuilt = () => false;" +
      "export function build() { throw new Error('No space.'); }",
  );
  const { code, stdout } = await runScript('unit', 'render', 'game');
  expect(code).toBe(1);
  expect(stdout.trim().split('\n').slice(-3)).toEqual([
    'FAILED render did not run: No space.',
    'FAILED game did not run: No space.',
    '2 passed, 2 failed',
  ]);
});

test('the reporter lists failures of tests, files and hooks, and unhandled errors, with excerpts of long texts', async () => {
  write(
    'tests.test.js',
    `describe('a group', () => {
      test('holds', () => expect(1).toBe(1));
      test('breaks', () => { throw new Error('It broke.\\nAnd this is more.', { cause: new Error('It was old.') }); });
      test('waits', ({ skip }) => skip());
    });`,
  );
  write(
    'hook.test.js',
    "describe('hooked', () => { beforeAll(() => { throw 'no error'; }); test('never', () => {}); });",
  );
  write('unloadable.test.js', "import './not-there.js';");
  write('unhandled.test.js', "test('passes', () => void Promise.reject(new Error('Not awaited.')));");
  write(
    'found.test.js',
    `const many = Array.from({ length: 500 }, (_, i) => 'line ' + i);
    test('a text', () => expect([...many, 'Oh no.', ...many].join('\\n')).not.toContain('Oh no.'));
    test('a pattern', () => expect(many.join('\\n')).not.toMatch(/^line 25[3]$/m));
    test('a value', () => expect({ many, last: 1 }).toEqual({ many, last: 2 }));
    test('one line', () => expect('x'.repeat(5000) + '!').not.toContain('!'));`,
  );
  const { failures, ...counts } = await runReporter();
  expect(counts).toEqual({ passed: 2, skipped: 2 });
  const others = failures.filter(({ what }) => !what.startsWith('found.test.js'));
  expect(others.map(({ what }) => what).sort()).toEqual([
    'hook.test.js > hooked: no error',
    'outside of any test: Not awaited.',
    'tests.test.js > a group > breaks: It broke.',
    expect.stringMatching(/^unloadable\.test\.js: .*not-there\.js/),
  ]);
  const { details } = failures.find(({ what }) => what.includes('breaks'))!;
  expect(details).toEqual([expect.stringMatching(/tests\.test\.js:3$/), 'And this is more.', 'because: It was old.']);

  const detailsOf = (name: string) =>
    failures.find(({ what }) => what.startsWith(`found.test.js > ${name}:`))!.details.slice(1);
  expect(detailsOf('a text')).toEqual(expect.arrayContaining(['line 499', 'Oh no.', 'line 0']));
  expect(detailsOf('a pattern')).toEqual(expect.arrayContaining(['line 252', 'line 253', 'line 254']));
  expect(detailsOf('a value')).toEqual(expect.arrayContaining(['-   "last": 2,', '+   "last": 1,']));
  expect(detailsOf('one line')).toEqual([`${'x'.repeat(300)}!`]);
  for (const { details } of failures) expect(details.join('\n').length).toBeLessThan(1_500);
});

interface Report {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: { readonly what: string; readonly details: readonly string[] }[];
}

async function runReporter(): Promise<Report> {
  const file = join(home, 'report.json');
  const reporter = join(process.cwd(), 'bin/test-report.mjs');
  await runCommand(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--globals', '--root', home, `--reporter=${reporter}`],
      // A process for each file would take most of the time.
      ...['--no-isolate', '--maxWorkers=1'],
    ],
    { env: { TEST_REPORT: file }, cwd: process.cwd() },
  );
  return JSON.parse(readFileSync(file, 'utf8'));
}

function prepareProject(vitest: string): void {
  cpSync('bin', join(home, 'bin'), { recursive: true });
  write('bin/debian-packages.mjs', 'export async function installDebianPackages() {}');
  mkdirSync(join(home, 'node_modules/vitest'), { recursive: true });
  write('node_modules/vitest/vitest.mjs', vitest);
  mkdirSync(join(home, 'path'));
  writeCommand('npm', 'case "$3" in lint) exit 4;; esac');
}

function runScript(...projects: string[]) {
  const env = { PATH: `${join(home, 'path')}:${process.env.PATH}` };
  return runCommand(join(home, 'bin/reprise-test'), projects, { env, cwd: home });
}

function runCommand(program: string, args: string[], { env, cwd }: { env: Record<string, string>; cwd: string }) {
  return new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(program, args, { cwd, env: { PATH: process.env.PATH, ...env } }, (error, stdout) => {
      resolve({ code: error === null ? 0 : (error.code as unknown as number), stdout });
    });
  });
}

function write(name: string, content: string): void {
  writeFileSync(join(home, name), content);
}

function writeCommand(name: string, script: string): void {
  writeFileSync(join(home, 'path', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, 'path', name), 0o755);
}
