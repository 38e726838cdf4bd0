import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

// Runs the real launcher in a small project whose npm and compiler record each run.

let home: string;
let project: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise launcher-'));
  project = join(home, 'a checkout');
  mkdirSync(join(project, 'src/cli'), { recursive: true });
  cpSync('bin', join(project, 'bin'), { recursive: true });
  write('bin/build-steps.mjs', buildSteps);
  write('package.json', '{"type":"module"}');
  write('src/main.js', program('one'));
  write('page.txt', 'page one');
  write('copy.cjs', "require('node:fs').cpSync('page.txt', process.argv[2] + '/page.txt');");
  writeLock('1.0.0');
  mkdirSync(join(home, 'path'));
  writeFileSync(join(home, 'path/npm'), fakeNpm);
  chmodSync(join(home, 'path/npm'), 0o755);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test('the first launch installs, builds and runs the command', async () => {
  const { code, stdout } = await launch(['say', 'hello there']);
  expect({ code, stdout }).toEqual({ code: 7, stdout: 'one: say|hello there\n' });
  expect(runs()).toEqual(['npm', 'tsc']);
});

test('a second launch installs and builds nothing', async () => {
  await launch();
  await launch();
  expect(runs()).toEqual(['npm', 'tsc']);
});

test('a changed source is rebuilt, and nothing of the old build remains', async () => {
  write('src/gone.js', '');
  await launch();
  expect(existsSync(join(project, 'dist/gone.js'))).toBe(true);
  write('src/main.js', program('two'));
  rmSync(join(project, 'src/gone.js'));
  expect((await launch()).stdout).toMatch(/^two/);
  expect(existsSync(join(project, 'dist/gone.js'))).toBe(false);
  expect(runs()).toEqual(['npm', 'tsc', 'tsc']);
});

test('only steps whose inputs have changed run again', async () => {
  await launch();
  write('page.txt', 'page two');
  const { stderr } = await launch();
  expect(stderr).toContain('Copying.');
  expect(readFileSync(join(project, 'dist/page.txt'), 'utf8')).toBe('page two');
  expect(runs()).toEqual(['npm', 'tsc']);
});

test('a changed test or a touched file causes no rebuild', async () => {
  await launch();
  write('src/main.test.ts', 'changed');
  utimesSync(join(project, 'src/main.js'), new Date(), new Date());
  await launch();
  expect(runs()).toEqual(['npm', 'tsc']);
});

test('a changed lock file installs and builds again', async () => {
  await launch();
  writeLock('1.0.1');
  await launch();
  expect(runs()).toEqual(['npm', 'tsc', 'npm', 'tsc']);
});

test('an interrupted install is repeated', async () => {
  await launch();
  rmSync(join(project, 'node_modules/.package-lock.json'));
  await launch();
  expect(runs()).toEqual(['npm', 'tsc', 'npm']);
});

test('of five concurrent launches one installs and builds, and all run the program', async () => {
  const launches = await Promise.all(Array.from({ length: 5 }, () => launch(['x'])));
  expect(launches.map(({ code, stdout }) => [code, stdout])).toEqual(Array(5).fill([7, 'one: x\n']));
  expect(runs()).toEqual(['npm', 'tsc']);
});

test('exactly one waiting launch takes over the lock of a killed launch', async () => {
  mkdirSync(join(project, '.build'));
  write('.build/lock', 'token-of-a-killed-process');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(project, '.build/lock'), longAgo, longAgo);
  const launches = await Promise.all(Array.from({ length: 4 }, () => launch()));
  expect(launches.map(({ code }) => code)).toEqual([7, 7, 7, 7]);
  expect(runs()).toEqual(['npm', 'tsc']);
});

test('a launch that is interrupted during the install releases its lock', async () => {
  const child = start([], { env: { FAKE_NPM_SECONDS: '30' } });
  while (!existsSync(join(project, 'runs.txt'))) await new Promise((resolve) => setTimeout(resolve, 10));
  process.kill(-child.pid!, 'SIGTERM');
  await once(child, 'exit');
  expect(existsSync(join(project, '.build/lock'))).toBe(false);
});

const withoutListener = `
export async function main() {
  console.log('Loading.');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}`;
const withListener = `
export async function main() {
  const stopSignal = new Promise((resolve) => process.once('SIGTERM', resolve));
  const keepAlive = setInterval(() => {}, 60_000);
  console.log('Loading.');
  await stopSignal;
  clearInterval(keepAlive);
  return 7;
}`;

test.each([
  ['serve', 'exits with 0', withoutListener, [0, null]],
  ['worker', 'exits with 0', withoutListener, [0, null]],
  ['worker', 'exits with its own code if it already listens for the signal', withListener, [7, null]],
  ['render', 'ends by the signal, like any other program', withoutListener, [null, 'SIGTERM']],
] as const)('`%s` that gets SIGTERM while it is starting %s', async (command, _, source, exit) => {
  write('src/main.js', source);
  const child = start([command]);
  const exited = once(child, 'exit');
  for await (const chunk of child.stdout) if (String(chunk).includes('Loading.')) break;
  child.kill('SIGTERM');
  expect(await exited).toEqual(exit);
});

test('a failing build prints the reason, runs nothing and keeps the previous build', async () => {
  await launch();
  const before = readFileSync(join(project, 'dist/main.js'), 'utf8');
  write('src/main.js', 'BROKEN');
  const { code, stdout, stderr } = await launch();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('ended with code 3');
  expect(stderr).not.toContain('    at ');
  expect(readFileSync(join(project, 'dist/main.js'), 'utf8')).toBe(before);
});

test('the launcher explains that a checkout is not writable', async () => {
  write('.build', 'a file where a folder should be');
  const { code, stderr } = await launch();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Reprise must be installed or rebuilt, but .* is not writable \(E[A-Z]+\)\.\n$/);
});

test('a linked node_modules is used, but never replaced for another lock file', async () => {
  await launch();
  renameSync(join(project, 'node_modules'), join(home, 'shared'));
  symlinkSync(join(home, 'shared'), join(project, 'node_modules'));
  expect((await launch()).code).toBe(7);
  writeLock('1.0.1');
  const { code, stderr } = await launch();
  expect(code).toBe(1);
  expect(stderr).toContain(`node_modules is a link to ${join(home, 'shared')}`);
  expect(runs()).toEqual(['npm', 'tsc']);
});

test('the launcher works through a symbolic link and from any folder', async () => {
  symlinkSync(join(project, 'bin/reprise'), join(home, 'linked'));
  expect((await launch(['x'], { command: join(home, 'linked'), cwd: home })).stdout).toBe('one: x\n');
});

test('an image without sources runs its build, without npm and lock file', async () => {
  await launch();
  rmSync(join(project, 'src'), { recursive: true });
  rmSync(join(project, 'package-lock.json'));
  rmSync(join(project, '.build'), { recursive: true, force: true });
  expect((await launch(['x'])).stdout).toBe('one: x\n');
  expect(existsSync(join(project, '.build'))).toBe(false);
});

test('`serve` first prints what the program does, but not before its help', async () => {
  expect((await launch(['serve'])).stdout).toBe('Reprise turns osu! replays into videos.\none: serve\n');
  expect((await launch(['serve', '--help'])).stdout).toBe('one: serve|--help\n');
});

test('on an old Node, the launcher prints the required version', async () => {
  const old = join(home, 'old.cjs');
  writeFileSync(old, "Object.defineProperty(process.versions, 'node', { value: '20.18.3' });");
  const { code, stderr } = await launch([], { env: { NODE_OPTIONS: `--require ${JSON.stringify(old)}` } });
  expect(code).toBe(1);
  expect(stderr).toContain('needs Node 20.19 or newer');
});

test('without Node, the launcher prints the required version', async () => {
  for (const name of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${name}`, join(home, 'path', name));
  const { code, stderr } = await launch([], { env: { PATH: join(home, 'path') } });
  expect(code).toBe(1);
  expect(stderr).toContain('no node was found');
});

test.each([
  ['one arena and mapped large blocks by default', {}, '1 131072'],
  ['the values of the environment', { MALLOC_ARENA_MAX: '4', MALLOC_MMAP_THRESHOLD_: '65536' }, '4 65536'],
])('malloc is configured with %s', async (_, env, expected) => {
  const node = join(home, 'path/node');
  writeFileSync(node, '#!/bin/sh\necho "$MALLOC_ARENA_MAX $MALLOC_MMAP_THRESHOLD_"\n');
  chmodSync(node, 0o755);
  const { stdout } = await launch([], { env: { ...env, PATH: `${join(home, 'path')}:/usr/bin:/bin` } });
  expect(stdout).toBe(`${expected}\n`);
});

test.each([
  ['render', '--max-semi-space-size=8 --wasm-tiering-budget=30000000 '],
  ['demo', '--max-semi-space-size=8 --wasm-tiering-budget=30000000 '],
  ['serve', ''],
])('%s runs with its own V8 options', async (command, flags) => {
  const node = join(home, 'path/node');
  writeFileSync(node, '#!/bin/sh\necho "$*"\n');
  chmodSync(node, 0o755);
  const { stdout } = await launch([command], { env: { PATH: `${join(home, 'path')}:/usr/bin:/bin` } });
  expect(stdout).toBe(`${flags}${join(project, 'bin/launch.mjs')} ${command}\n`);
});

interface LaunchOptions {
  readonly env?: Record<string, string>;
  readonly command?: string;
  readonly cwd?: string;
}

function start(
  args: string[],
  { env = {}, command = join(project, 'bin/reprise'), cwd = tmpdir() }: LaunchOptions = {},
) {
  return spawn(command, args, {
    cwd,
    detached: true,
    env: { PATH: `${join(home, 'path')}:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  }) as ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };
}

async function launch(args: string[] = [], options: LaunchOptions = {}) {
  const child = start(args, options);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}

function write(name: string, content: string): void {
  writeFileSync(join(project, name), content);
}

function writeLock(version: string): void {
  const packages = {
    '': {},
    'node_modules/typescript': { version },
    'node_modules/elsewhere': { version, optional: true },
  };
  write('package-lock.json', JSON.stringify({ packages }));
}

function runs(): string[] {
  return readFileSync(join(project, 'runs.txt'), 'utf8').trim().split('\n');
}

function program(name: string): string {
  return `export async function main(args) { console.log('${name}: ' + args.join('|')); return 7; }\n`;
}

const buildSteps = `
export const steps = [
  {
    name: 'program',
    message: 'Compiling.',
    inputs: ['package-lock.json', 'src'],
    command: 'node_modules/typescript/bin/tsc',
    args: (folder) => ['--outDir', folder],
  },
  {
    name: 'page',
    message: 'Copying.',
    inputs: ['page.txt'],
    command: 'copy.cjs',
    args: (folder) => [folder],
  },
];
`;

// Slow on purpose, so that concurrent launches overlap.
const fakeNpm = `#!/usr/bin/env node
const fs = require('node:fs');
fs.appendFileSync('runs.txt', 'npm\\n');
setTimeout(() => {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  delete packages[''];
  delete packages['node_modules/elsewhere'];
  fs.mkdirSync('node_modules/typescript/bin', { recursive: true });
  fs.writeFileSync('node_modules/typescript/bin/tsc', ${JSON.stringify(`
    const fs = require('node:fs');
    fs.appendFileSync('runs.txt', 'tsc\\n');
    if (fs.readFileSync('src/main.js', 'utf8') === 'BROKEN') process.exit(3);
    const folder = process.argv[process.argv.indexOf('--outDir') + 1];
    fs.mkdirSync(folder, { recursive: true });
    setTimeout(() => fs.cpSync('src', folder, { recursive: true }), 300);
  `)});
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
}, 300 + 1000 * (process.env.FAKE_NPM_SECONDS || 0));
`;
