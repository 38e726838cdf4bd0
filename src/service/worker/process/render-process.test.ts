import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isAlive } from '../../../children/index.ts';
import type { RenderProgress } from '../../../rendering/render/index.ts';
import { createRenderer, type RendererOptions } from './render-process.ts';
import type { RenderTask } from './render-task.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-render-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let programs = 0;

/** Renders with a child that runs `program` for its task. */
function renderWith(
  program: string,
  options: Partial<RendererOptions> = {},
  {
    signal = new AbortController().signal,
    onProgress = (_: RenderProgress) => {},
    onNote = (_: string) => {},
    others = [] as readonly string[],
  } = {},
) {
  const childPath = join(folder, `child-${programs++}.mjs`);
  writeFileSync(
    childPath,
    `const send = (message) => process.send(message);
     const sendFrame = (frame) =>
       send({ kind: 'event', event: { kind: 'progress', progress: { stage: 'rendering', frame, frames: 100 } } });
     process.once('message', (task) => { ${program} });
     send({ kind: 'ready' });`,
  );
  const defaults = { assets: 'the assets', env: {}, timeLimitSeconds: null, memoryMb: 512, childPath };
  const render = createRenderer({ ...defaults, ...options });
  const task = {
    video: 'v.mp4',
    others,
    options: { width: 1920, height: 1080, preset: 'veryfast' },
  } as unknown as RenderTask;
  return render(task, { signal, onProgress, onNote, onOpened: () => {} });
}

const sendResult = "send({ kind: 'done', result: { frames: 1, file: task.video, assets: task.assets } });";

test('the child gets the task and the assets, and its result is returned', async () => {
  expect(await renderWith(`${sendResult} process.disconnect();`)).toEqual({
    frames: 1,
    file: 'v.mp4',
    assets: 'the assets',
  });
});

test('danser renders one replay, and never several in one video', async () => {
  const program = "send({ kind: 'done', result: task.danser?.path ?? null }); process.disconnect();";
  const danser = { path: '/usr/bin/danser-cli', env: {} };
  expect(await renderWith(program, { danser })).toBe('/usr/bin/danser-cli');
  expect(await renderWith(program, { danser }, { others: ['b.osr'] })).toBeNull();
});

test('the environment of a child has only the configured variables', async () => {
  const rendered = renderWith("send({ kind: 'done', result: Object.keys(process.env) }); process.disconnect();", {
    env: { PATH: '/bin' },
  });
  expect(await rendered).toEqual(['PATH']);
});

test('a child has a limited heap and the V8 options of a render', async () => {
  const rendered = renderWith("send({ kind: 'done', result: process.execArgv }); process.disconnect();");
  const optionsOfRender = ['--max-semi-space-size=8', '--wasm-tiering-budget=30000000'];
  expect(await rendered).toEqual(['--max-old-space-size=512', ...optionsOfRender]);
});

test.each<[what: string, program: string, expected: object]>([
  [
    'a reported failure is thrown',
    "send({ kind: 'refused', code: 'beatmap/too-large', message: 'huge' }); process.disconnect();",
    { code: 'beatmap/too-large', message: 'huge' },
  ],
  [
    'a reported bug is an error',
    "send({ kind: 'broken', message: 'oh' }); process.disconnect();",
    { message: /failed: oh/ },
  ],
  ['an exit without a result is an error', 'process.exit(3);', { message: /code 3/ }],
  ['a crash is an error', "process.kill(process.pid, 'SIGSEGV');", { name: 'Error', message: /crashed with SIGSEGV/ }],
  [
    'a signal from another process interrupts the render',
    "process.kill(process.pid, 'SIGKILL');",
    { name: 'RenderInterrupted' },
  ],
])('%s', async (_, program, expected) => {
  const error = await renderWith(program).catch((reason) => reason);
  expect(error).toBeInstanceOf(Error);
  for (const [key, value] of Object.entries(expected))
    expect(error[key]).toEqual(value instanceof RegExp ? expect.stringMatching(value) : value);
});

test.each([
  ['its heap', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));'],
  ['memory outside of its heap', 'const all = []; setInterval(() => all.push(Buffer.alloc(4 << 20, 1)), 5);'],
])('a child that fills %s is out of memory', async (_, filling) => {
  await expect(renderWith(filling, { memoryMb: 128 })).rejects.toMatchObject({ code: 'render/out-of-memory' });
});

test('the memory of processes that the child has started counts, too', async () => {
  const filling = 'const all = []; setInterval(() => all.push(Buffer.alloc(4 << 20, 1)), 5)';
  const starting = `process.getBuiltinModule('child_process').spawn(process.execPath, ['-e', '${filling}']);
    setInterval(() => {}, 1000);`;
  await expect(renderWith(starting, { memoryMb: 192 })).rejects.toMatchObject({ code: 'render/out-of-memory' });
});

describe('a render that may use several processes', () => {
  const pool = () => ({ machine: { cores: 4, memoryMb: 10_000 }, processes: null, segmentSeconds: 20 });

  test('gets its share of the machine, and no more memory than its limit', async () => {
    const sendPool = "send({ kind: 'done', result: task.pool }); process.disconnect();";
    expect(await renderWith(sendPool, { pool, memoryMb: 1_200 })).toEqual({
      machine: { cores: 4, memoryMb: 1_200 },
      processes: 2,
      segmentSeconds: 20,
    });
  });

  test('has no more memory than the default of its processes, which its encoder threads must fit into', async () => {
    const sendPool = "send({ kind: 'done', result: task.pool.machine }); process.disconnect();";
    const poolOf = (processes: number) => () => ({ ...pool(), processes });
    expect(await renderWith(sendPool, { pool: poolOf(1), memoryMb: null })).toMatchObject({ memoryMb: 1_536 });
    expect(await renderWith(sendPool, { pool: poolOf(2), memoryMb: null })).toMatchObject({ memoryMb: 3_072 });
  });

  test('is retried with one process when it is out of memory, and fails when that one is, too', async () => {
    const notes: string[] = [];
    const once = `if (task.pool.processes > 1) send({ kind: 'refused', code: 'render/out-of-memory', message: 'full' });
      else { ${sendResult} } process.disconnect();`;
    expect(await renderWith(once, { pool, memoryMb: 1_200 }, { onNote: (note) => notes.push(note) })).toMatchObject({
      frames: 1,
    });
    expect(notes).toEqual(['Several processes need more memory than there is: retrying with one process.']);
    const always = "send({ kind: 'refused', code: 'render/out-of-memory', message: 'full' }); process.disconnect();";
    await expect(renderWith(always, { pool, memoryMb: 1_200 })).rejects.toMatchObject({ code: 'render/out-of-memory' });
  });
});

test('a child that repeats the same frame has stalled', async () => {
  const repeating = 'sendFrame(7); setInterval(() => sendFrame(7), 20);';
  await expect(renderWith(repeating, { stallMs: 300 })).rejects.toMatchObject({ code: 'render/stalled' });
});

describe('with a fake clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('a configured time limit counts from the start, not from the first frame', async () => {
    const seen: number[] = [];
    const rendered = renderWith(
      'sendFrame(1); setTimeout(() => sendFrame(2), 50); setInterval(() => {}, 1000);',
      { timeLimitSeconds: 3 },
      {
        onProgress({ frame }) {
          seen.push(frame);
          vi.advanceTimersByTime(frame === 1 ? 499 : 1);
        },
      },
    );
    vi.advanceTimersByTime(2_500);
    await expect(rendered).rejects.toMatchObject({ code: 'render/timed-out' });
    expect(seen).toEqual([1, 2]);
  });

  test('without a configured time limit, a render of any length ends after six hours', async () => {
    const rendered = renderWith(
      `send({ kind: 'event', event: { kind: 'progress', progress: { stage: 'rendering', frame: 1, frames: 1e6 } } });
      setInterval(() => {}, 1000);`,
      { stallMs: 7 * 3_600_000 },
      { onProgress: () => vi.advanceTimersByTime(6 * 3_600_000 + 1) },
    );
    await expect(rendered).rejects.toMatchObject({ code: 'render/timed-out', message: 'The time limit is 21600 s.' });
  });

  test('a slow child that makes progress has not stalled, but reaches the time limit', async () => {
    let seen = 0;
    const rendered = renderWith(
      'let n = 0; setInterval(() => sendFrame(++n), 20);',
      { stallMs: 3_000, timeLimitSeconds: 30 },
      {
        onProgress() {
          seen++;
          vi.advanceTimersByTime(2_999);
        },
      },
    );
    await expect(rendered).rejects.toMatchObject({ code: 'render/timed-out' });
    expect(seen).toBeGreaterThan(10);
  });
});

test('an abort ends the child, and rejects with its reason when the process is gone', async () => {
  const stop = new AbortController();
  let pid = 0;
  const rendered = renderWith(
    "process.on('SIGTERM', () => {}); sendFrame(process.pid); setInterval(() => {}, 1000);",
    {},
    {
      signal: stop.signal,
      onProgress: ({ frame }) => {
        pid = frame;
        stop.abort(new Error('cancelled'));
      },
    },
  );
  await expect(rendered).rejects.toThrow('cancelled');
  expect(isAlive(pid)).toBe(false);
});

test('a render that is aborted before its start has no child', () => {
  expect(() => renderWith(sendResult, {}, { signal: AbortSignal.abort(new Error('too late')) })).toThrow('too late');
});
