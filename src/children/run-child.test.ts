import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildProgram, type Program } from '../../test/support/processes/program.ts';
import { type Child, type ChildOptions, isAlive, runChild, startChild, type TaskOptions } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-run-child-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'reprise-elsewhere-'));
let served: Program;
const children: Child<unknown, unknown, unknown>[] = [];

beforeAll(async () => {
  served = await buildProgram('test/support/processes/programs/serve-child.ts');
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()));
});
afterAll(async () => {
  await served.remove();
  for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true });
});

/** Starts a child that runs these tasks: `echo`, `refuse`, `break`, `pid` and `count`. */
function start(options: Partial<ChildOptions> = {}): Child<unknown, unknown, unknown> {
  const child = startChild<unknown, unknown, unknown>({ program: served.path, ...options });
  children.push(child);
  return child;
}

let programs = 0;

/** Runs one task in a child whose program is this text, `task` being the task. */
function run(onTask: string, options: Partial<ChildOptions> = {}, taskOptions: TaskOptions<unknown> = {}) {
  const program = join(folder, `child-${programs++}.mjs`);
  writeFileSync(program, `process.on('message', (task) => { ${onTask} }); process.send({ kind: 'ready' });`);
  return runChild<unknown, unknown, unknown>({ program, ...options }, {}, taskOptions);
}

test('a child performs one task after another', async () => {
  const child = start();
  expect(await child.perform({ kind: 'echo', value: new Map([[1, 'one']]) })).toEqual(new Map([[1, 'one']]));
  expect(await child.perform({ kind: 'echo', value: 2 })).toBe(2);
});

test('a child sends events before its result', async () => {
  const events: unknown[] = [];
  await start().perform({ kind: 'count', to: 3 }, { onEvent: (event) => events.push(event) });
  expect(events).toEqual([1, 2, 3]);
});

test('a child that refuses or breaks at a task performs the next', async () => {
  const child = start();
  await expect(child.perform({ kind: 'refuse' })).rejects.toMatchObject({ name: 'Failure', code: 'replay/unreadable' });
  await expect(child.perform({ kind: 'break' })).rejects.toMatchObject({ name: 'ChildError', kind: 'reported' });
  expect(child.isAlive).toBe(true);
  expect(await child.perform({ kind: 'echo', value: 1 })).toBe(1);
});

test('the environment of a child is empty by default', async () => {
  const sendEnv = "process.send({ kind: 'done', result: Object.keys(process.env) })";
  expect(await run(sendEnv)).toEqual([]);
  expect(await run(sendEnv, { env: { PATH: '/bin' } })).toEqual(['PATH']);
  expect(await run(sendEnv, { env: 'inherit' })).toContain('PATH');
});

const fillMemory = 'const all = []; setInterval(() => all.push(Buffer.alloc(5e7, 1)), 10)';

test.each<[what: string, onTask: string, kind: string, ChildOptions?: object, TaskOptions?: object]>([
  ['ends by itself', 'process.exit(3)', 'exited'],
  ['throws', 'throw new Error("oh")', 'exited'],
  ['crashes', 'process.abort()', 'crashed'],
  ['is ended by another process', "process.kill(process.pid, 'SIGTERM')", 'killed'],
  ['fills its heap', 'const all = []; for (;;) all.push(new Array(1e5).fill(task))', 'out-of-memory', { heapMb: 16 }],
  ['holds too much memory', fillMemory, 'out-of-memory', { memoryMb: 200 }],
  ['takes too long', 'setInterval(() => {}, 1000)', 'too-slow', {}, { timeoutMs: 300 }],
  ['uses too much processor time', 'for (;;);', 'too-slow', {}, { cpuLimitMs: 300 }],
])('a child that %s is broken', async (_, onTask, kind, options, taskOptions) => {
  await expect(run(onTask, options, taskOptions)).rejects.toMatchObject({ name: 'ChildError', kind });
});

test('the error of a broken child has the end of its standard error', async () => {
  await expect(run('console.error("the reason"); process.exit(1)')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('the reason') },
  });
});

test.each([
  ['is missing', undefined],
  ['fails', 'throw new Error("no")'],
  ['is not ready in time', 'setInterval(() => {}, 1000)'],
])('a program that %s has not started', async (_, text) => {
  const program = join(folder, `program-${programs++}.mjs`);
  if (text !== undefined) writeFileSync(program, text);
  const options = { program, startTimeoutMs: text?.startsWith('set') ? 500 : 60_000 };
  await expect(runChild(options, {})).rejects.toMatchObject({ name: 'ChildError', kind: 'not-started' });
});

test('an abort ends the child and rejects with its reason when the process is gone', async () => {
  const child = start();
  const pid = (await child.perform({ kind: 'pid' })) as number;
  const stop = new AbortController();
  const endless = child.perform({ kind: 'endless' }, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(endless).rejects.toThrow('enough');
  expect(isAlive(pid)).toBe(false);
  expect(child.isAlive).toBe(false);
});

test('a stopped child is gone and performs nothing', async () => {
  const child = start();
  const pid = (await child.perform({ kind: 'pid' })) as number;
  await Promise.all([child.stop(), child.stop()]);
  expect(isAlive(pid)).toBe(false);
  await expect(child.perform({ kind: 'pid' })).rejects.toMatchObject({ kind: 'killed' });
});

test('the process group of a child ends with it', async () => {
  const child = start({ ownGroup: true });
  const grandchild = (await child.perform({ kind: 'spawn' })) as number;
  expect(isAlive(grandchild)).toBe(true);
  await child.stop();
  await expect.poll(() => isAlive(grandchild)).toBe(false);
});

test('a child ignores signals of the terminal and ends with its parent', async () => {
  const parent = spawn(process.execPath, [served.path, 'parent'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const pid = Number(line);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

describe('a child with file permissions', () => {
  const attempts = (...expressions: string[]) =>
    `Promise.all([import('node:fs'), import('node:child_process'), import('node:worker_threads')]).then(
      ([fs, { spawnSync }, { Worker }]) => {
        const attempt = (act) => { try { act(); return 'allowed'; } catch ({ code }) { return code; } };
        process.send({ kind: 'done', result: [${expressions.map((each) => `attempt(() => ${each})`).join()}] });
      });`;
  const text = (value: string) => JSON.stringify(value);

  test('opens only files of the folders, and starts no process or thread', async () => {
    const [readable, writable] = [mkdtempSync(join(elsewhere, 'r-')), mkdtempSync(join(elsewhere, 'w-'))];
    for (const each of [readable, writable]) writeFileSync(join(each, 'file'), 'text');
    const result = await run(
      attempts(
        `fs.readFileSync(${text(join(readable, 'file'))})`,
        `fs.readFileSync(${text(join(writable, 'file'))})`,
        `fs.readFileSync('/etc/passwd')`,
        `fs.readFileSync('/proc/self/environ')`,
        `fs.writeFileSync(${text(join(writable, 'new'))}, '')`,
        `fs.writeFileSync(${text(join(readable, 'new'))}, '')`,
        `spawnSync('/bin/true')`,
        `new Worker('', { eval: true })`,
      ),
      { files: { read: [readable], write: [writable] } },
    );
    const denied = 'ERR_ACCESS_DENIED';
    expect(result).toEqual(['allowed', denied, denied, denied, 'allowed', denied, denied, denied]);
  });

  test('starts when a folder is named twice or holds its program', async () => {
    const files = { read: [folder, `${folder}/`, folder], write: [folder, folder] };
    expect(await run(attempts(`fs.readdirSync(${text(folder)})`), { files })).toEqual(['allowed']);
  });
});

/** Whether the system has a command that could confine a child, found without the code under test. */
const canRun = (...command: string[]) => spawnSync(command[0]!, [...command.slice(1), '/bin/true']).status === 0;

describe.skipIf(!canRun('/usr/bin/setpriv', '--no-new-privs'))('a confined child', () => {
  const answer = (expression: string) =>
    `Promise.all([import('node:fs'), import('node:os')]).then(([fs, os]) => {
      const attempt = (read) => { try { return read(); } catch ({ code }) { return code; } };
      process.send({ kind: 'done', result: ${expression} });
    });`;
  const ownNamespace = canRun('/usr/bin/unshare', '--user', '--map-current-user', '--net');

  test('cannot gain privileges', async () => {
    const status = await run(answer("fs.readFileSync('/proc/self/status', 'utf8')"));
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  });

  test.runIf(ownNamespace)('has no network, and cannot read the environment and the memory of its parent', async () => {
    const read = (file: string) => `attempt(() => fs.readFileSync('/proc/${process.pid}/${file}').length)`;
    expect(await run(answer(`[${read('environ')}, ${read('maps')}, Object.keys(os.networkInterfaces())]`))).toEqual([
      expect.stringMatching(/^E(ACCES|PERM)$/),
      expect.stringMatching(/^E(ACCES|PERM)$/),
      [],
    ]);
    expect(await run(answer(read('environ')), { isConfined: false })).toBeGreaterThan(0);
  });

  test('reads and writes files of its user', async () => {
    const file = join(folder, 'written');
    await run(answer(`fs.writeFileSync(${JSON.stringify(file)}, 'text')`));
    expect(readFileSync(file, 'utf8')).toBe('text');
  });
});
