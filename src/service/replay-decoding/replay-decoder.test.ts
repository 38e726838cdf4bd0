import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildProgram, type Program } from '../../../test/support/processes/program.ts';
import { buildFrames, buildReplay, windingFrames } from '../../../test/support/replays/build-replay.ts';
import { analyticsOf } from '../../game/analytics/index.ts';
import { modsOf } from '../../game/mods/index.ts';
import { readReplay, type WritableReplay, writeReplay } from '../../game/replay/index.ts';
import { comparedMods } from '../../game/together/index.ts';
import { createReplayDecoder, type ReplayDecoder, type ReplayDecoderOptions } from './index.ts';

let child: Program;
let folder: string;
const decoders: ReplayDecoder[] = [];

beforeAll(async () => {
  child = await buildProgram('src/service/replay-decoding/decode-child.ts');
});
afterAll(() => child.remove());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-replay-decoding-'));
});
afterEach(async () => {
  await Promise.all(decoders.splice(0).map((decoder) => decoder.stop()));
  expect(await childrenOfThisProcess(), 'children left over').toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

function decoderWith(options: Partial<ReplayDecoderOptions> = {}): ReplayDecoder {
  // A machine that is busy with other tests is slow, so only the test of the time limit sets a short one.
  const decoder = createReplayDecoder({ size: 2, folder, timeLimitMs: 20_000, childPath: child.path, ...options });
  decoders.push(decoder);
  return decoder;
}

/** Only the children of this test: other tests in this process have children, too. */
async function childrenOfThisProcess(): Promise<string[]> {
  const tasks = `/proc/${process.pid}/task`;
  const threads = await readdir(tasks).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`${tasks}/${thread}/children`, 'utf8').catch(() => '')),
  );
  const pids = lists.join(' ').split(/\s+/).filter(Boolean);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(child.path) || command.includes(folder));
}

const client = '192.0.2.1';

let files = 0;
async function taskOf(replay: WritableReplay | Uint8Array) {
  const replayPath = join(folder, `${++files}.osr`);
  await writeFile(replayPath, replay instanceof Uint8Array ? replay : writeReplay(replay));
  return { replayPath, analyticsPath: join(folder, `${files}.json`) };
}

/** A child program that runs `onMessage` for each task. */
async function badChild(onMessage: string): Promise<string> {
  const path = join(folder, 'child.mjs');
  await writeFile(path, `process.on('message', async (task) => { ${onMessage} }); process.send({ kind: 'ready' });`);
  return path;
}

test('decoding a replay returns a summary and writes its analytics', async () => {
  const replay = buildReplay({ frames: windingFrames(10_000) });
  const task = await taskOf(replay);
  const decoded = await decoderWith().decode(task, client);
  expect(decoded).toEqual({
    player: 'プレイヤー one',
    beatmapMd5: '0123456789abcdef0123456789abcdef',
    counts: { n300: 300, n100: 20, n50: 3, geki: 40, katu: 5, miss: 2 },
    score: 1234567,
    maxCombo: 321,
    perfect: false,
    mods: ['DT', 'HD'],
    rules: 'stable',
    speed: 1.5,
    grade: 'A',
    accuracyPercent: 94.51,
    playedAtUnixMs: Date.UTC(2025, 0, 8, 12),
    frames: 10_000,
    durationMs: 9_999 * 16,
    sha256: createHash('sha256').update(writeReplay(replay)).digest('hex'),
    md5: 'fedcba9876543210fedcba9876543210',
    comparedMods: comparedMods(modsOf(readReplay(writeReplay(replay)))),
    unsupportedMods: null,
  });
  const written = JSON.parse(await readFile(task.analyticsPath, 'utf8'));
  expect(written).toEqual(analyticsOf(readReplay(writeReplay(replay))));
});

test.each([
  ['a corrupt stream', 'replay/unreadable', () => damaged(writeReplay(buildReplay()))],
  ['no replay at all', 'replay/unreadable', () => new TextEncoder().encode('version https://git-lfs…')],
  ['an empty file', 'replay/unreadable', () => new Uint8Array()],
  ['another game mode', 'replay/wrong-mode', () => writeReplay(buildReplay({ header: { mode: 3 } }))],
  ['no frames', 'replay/no-frames', () => writeReplay(buildReplay({ frames: buildFrames([]), seed: null }))],
  ['only a seed', 'replay/no-frames', () => writeReplay(buildReplay({ frames: buildFrames([]) }))],
])('%s is refused with its error code and leaves no file', async (_, code, bytes) => {
  const task = await taskOf(bytes());
  await expect(decoderWith().decode(task, client)).rejects.toMatchObject({ name: 'Failure', code });
  await expect(readFile(task.analyticsPath)).rejects.toMatchObject({ code: 'ENOENT' });
});

/** Flips bits in the middle of the frames, which LZMA itself does not detect. */
function damaged(bytes: Uint8Array): Uint8Array {
  const middle = Math.floor(bytes.length / 2);
  return bytes.map((byte, i) => (i >= middle && i < middle + 40 ? byte ^ 0x55 : byte));
}

test('a child opens only the files of its own program and of its folder', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'reprise-outside-'));
  try {
    const task = await taskOf(buildReplay());
    const copy = join(outside, 'replay.osr');
    await writeFile(copy, await readFile(task.replayPath));
    const decoder = decoderWith();
    for (const denied of [
      { ...task, replayPath: copy },
      { ...task, analyticsPath: join(outside, 'a.json') },
    ]) {
      await expect(decoder.decode(denied, client)).rejects.toThrow('Access to this API has been restricted');
    }
    expect(await readdir(outside)).toEqual(['replay.osr']);
    expect(await decoder.decode(task, client)).toMatchObject({ score: 1234567 });
  } finally {
    await rm(outside, { recursive: true, force: true });
  }
});

test('a task that hangs is ended at its time limit, and the next one succeeds', async () => {
  const hanging = await badChild(
    "if (task.replayPath.endsWith('hang.osr')) for (;;); process.send({ kind: 'done', result: 1 })",
  );
  const decoder = decoderWith({ size: 1, timeLimitMs: 500, childPath: hanging });
  const task = { replayPath: 'hang.osr', analyticsPath: join(folder, 'hang.json') };
  await writeFile(task.analyticsPath, 'half a file');
  await expect(decoder.decode(task, client)).rejects.toMatchObject({
    code: 'replay/too-slow',
    message: 'Reading the replay took longer than 500 ms.',
  });
  expect(await readdir(folder)).not.toContain('hang.json');
  expect(await childrenOfThisProcess()).toEqual([]);
  expect(await decoder.decode({ replayPath: 'fine.osr', analyticsPath: join(folder, 'fine.json') }, client)).toBe(1);
});

test('when another process ends a child, a second child performs the task', async () => {
  const marker = join(folder, 'first');
  const dying = await badChild(`
    const { existsSync, writeFileSync } = await import('node:fs');
    if (!existsSync(${JSON.stringify(marker)})) { writeFileSync(${JSON.stringify(marker)}, ''); process.kill(process.pid, 'SIGKILL'); }
    else process.send({ kind: 'done', result: 'second try' });`);
  const task = { replayPath: 'any.osr', analyticsPath: join(folder, 'any.json') };
  expect(await decoderWith({ childPath: dying }).decode(task, client)).toBe('second try');
});

test('a replay that crashes two children is refused, and the next task succeeds', async () => {
  const fragile = await badChild(
    "if (task.replayPath === 'evil.osr') process.abort(); process.send({ kind: 'done', result: 1 })",
  );
  const decoder = decoderWith({ size: 1, childPath: fragile });
  const task = (name: string) => ({ replayPath: name, analyticsPath: join(folder, 'x.json') });
  await expect(decoder.decode(task('evil.osr'), client)).rejects.toMatchObject({ code: 'replay/unreadable' });
  expect(await decoder.decode(task('fine.osr'), client)).toBe(1);
});

test('a child that exceeds its memory limit ends alone', async () => {
  const greedy = await badChild('const all = []; for (;;) all.push(new Array(1e5).fill(task));');
  const decoder = decoderWith({ size: 1, memoryMb: 16, childPath: greedy });
  const task = { replayPath: 'any.osr', analyticsPath: join(folder, 'x.json') };
  await expect(decoder.decode(task, client)).rejects.toMatchObject({ code: 'replay/unreadable' });
});

test('concurrent tasks share the children, and each gets its own result', async () => {
  const decoder = decoderWith({ size: 2 });
  const replays = Array.from({ length: 30 }, (_, i) => buildReplay({ frames: windingFrames(i + 1) }));
  const tasks = await Promise.all(replays.map(taskOf));
  const decoded = Promise.all(tasks.map((task) => decoder.decode(task, client)));
  const results = await decoded;
  expect(results.map(({ frames }) => frames)).toEqual(replays.map((_, i) => i + 1));
  expect((await childrenOfThisProcess()).length).toBeLessThanOrEqual(2);
});

test('a full queue refuses tasks at once', async () => {
  const decoder = decoderWith({ size: 1, maxQueued: 1 });
  const tasks = await Promise.all([buildReplay(), buildReplay(), buildReplay()].map(taskOf));
  const [first, second, third] = tasks.map((task) => decoder.decode(task, client));
  await expect(third).rejects.toMatchObject({ code: 'limit/at-capacity' });
  expect((await first)?.frames).toBe(200);
  expect((await second)?.frames).toBe(200);
});

test('a client with many tasks delays another by one task at most', async () => {
  const decoder = decoderWith({ size: 1 });
  const tasks = await Promise.all(Array.from({ length: 5 }, () => taskOf(buildReplay())));
  const finished: string[] = [];
  const decode = (sender: string, i: number) => decoder.decode(tasks[i]!, sender).then(() => finished.push(sender));
  await Promise.all([decode('a', 0), decode('a', 1), decode('a', 2), decode('a', 3), decode('b', 4)]);
  expect(finished).toEqual(['a', 'a', 'b', 'a', 'a']);
});

test('tasks of one client do not fill the queue of the others', async () => {
  const decoder = decoderWith({ size: 1, maxQueuedPerClient: 1 });
  const tasks = await Promise.all(Array.from({ length: 4 }, () => taskOf(buildReplay())));
  const senders = ['a', 'a', 'a', 'b'];
  const results = await Promise.allSettled(tasks.map((task, i) => decoder.decode(task, senders[i]!)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(results[2]).toMatchObject({ reason: { code: 'limit/at-capacity' } });
});

test('stop rejects running and waiting tasks, can be called twice, and refuses new tasks', async () => {
  const decoder = decoderWith({ size: 2, childPath: await badChild('') });
  const never = { replayPath: 'never', analyticsPath: join(folder, 'x.json') };
  const tasks = Promise.allSettled(Array.from({ length: 5 }, () => decoder.decode(never, client)));
  await Promise.all([decoder.stop(), decoder.stop()]);
  expect((await tasks).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  await expect(decoder.decode(never, client)).rejects.toThrow('has been stopped');
  expect(await childrenOfThisProcess()).toEqual([]);
});

test.runIf(existsSync('/dev/full'))('a full disk is a failure of the service, not of the replay', async () => {
  const task = await taskOf(buildReplay({ frames: windingFrames(100) }));
  await symlink('/dev/full', task.analyticsPath);
  await expect(decoderWith().decode(task, client)).rejects.toMatchObject({ code: 'storage/full' });
});

test('a missing child program is a plain error, not the fault of the replay', async () => {
  const decoder = decoderWith({ childPath: join(folder, 'nothing.mjs') });
  await expect(decoder.decode(await taskOf(buildReplay()), client)).rejects.toThrow('did not start');
});
