import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { isAlive } from '../../../src/children/index.ts';
import { renderWithDanser } from '../../../src/rendering/danser/index.ts';
import { createRenderer, type RenderTask } from '../../../src/service/worker/index.ts';
import { mapBytes } from '../../support/beatmaps/map-text.ts';
import { makeFakeDanser, type Step } from '../../support/danser/fake-danser.ts';
import { transcripts } from '../../support/danser/transcripts.ts';
import { makeZip } from '../../support/files/zip.ts';
import { childPrograms } from '../../support/processes/built-files.ts';
import { buildRequest, emptyFolder, knockWave, smallOptions } from '../../support/rendering/test-render.ts';
import { taps } from '../../support/replays/build-play.ts';
import { readVideo } from '../../support/video/read-video.ts';

const parts = {
  general: ['AudioFilename: song.wav'],
  objects: ['256,192,1000,1,0', '100,100,1500,1,0'],
};
const played = {
  ...parts,
  frames: taps(
    [
      [1000, 256, 192],
      [1500, 100, 100],
    ],
    3000,
  ),
  set: { 'song.wav': knockWave() },
};
const longWait = { timeout: 300_000, interval: 50 };

async function prepare(steps: readonly Step[]) {
  const folder = emptyFolder();
  const place = (name: string) => join(folder, name);
  const danser = { path: await makeFakeDanser(place('installed'), steps), env: { PATH: '/usr/bin:/bin' } };
  writeFileSync(place('replay.osr'), buildRequest(played).replay);
  writeFileSync(place('set.osz'), makeZip([{ name: 'map.osu', data: mapBytes(parts) }]));
  const task: RenderTask = {
    replay: place('replay.osr'),
    beatmap: { kind: 'archive', path: place('set.osz') },
    skin: null,
    options: { ...smallOptions, preview: 'gif' },
    video: place('video.mp4'),
    thumbnail: place('thumbnail.jpg'),
    analytics: place('analytics.json'),
    preview: place('preview'),
  };
  const render = createRenderer({
    assets: '',
    env: {},
    timeLimitSeconds: null,
    memoryMb: 2048,
    childPath: childPrograms.render,
    danser,
  });
  /** Waits for the processes of danser and its encoder, and returns their ids. */
  async function started(): Promise<number[]> {
    // The file may exist before its content is written.
    const encoder = await vi.waitFor(() => {
      const pid = Number(readFileSync(place('danser/encoder.pid'), 'utf8'));
      expect(pid).toBeGreaterThan(0);
      return pid;
    }, longWait);
    const { pid } = JSON.parse(readFileSync(place('danser/seen.json'), 'utf8'));
    return [pid, encoder];
  }
  return { place, task, danser, render, started };
}

const { loading, encoding, table, composing, available } = transcripts;
const hanging: Step[] = [...loading, { do: 'start-encoder' }, ...encoding, { do: 'hang' }];

async function expectGone(pids: readonly number[]) {
  for (const pid of pids) await vi.waitFor(() => expect(isAlive(pid)).toBe(false), longWait);
}

describe('danser in a render child', () => {
  test('creates the artifacts of a job', async () => {
    const { task, render } = await prepare([
      ...loading,
      ...encoding,
      ...table,
      ...composing,
      { do: 'video' },
      ...available,
    ]);
    const notes: string[] = [];
    const opened = vi.fn();
    const result = await render(task, {
      signal: new AbortController().signal,
      onProgress: () => {},
      onNote: (note) => notes.push(note),
      onOpened: opened,
    });
    expect(result).toMatchObject({ pp: 6.54, durationMs: 500 });
    expect(opened).toHaveBeenCalledOnce();
    expect(readVideo(task.video).durationSeconds).toBeCloseTo(0.5);
    for (const file of [task.thumbnail, task.analytics, task.preview]) expect(existsSync(file!)).toBe(true);
  });

  test('ends with a cancelled job, and so does its encoder', async () => {
    const { task, render, started } = await prepare(hanging);
    const stop = new AbortController();
    const rendered = render(task, { signal: stop.signal, onProgress() {}, onNote() {}, onOpened() {} });
    rendered.catch(() => {});
    const pids = await started();
    stop.abort(new Error('cancelled'));
    await expect(rendered).rejects.toThrow('cancelled');
    await expectGone(pids);
  });

  test('ends with a killed child', async () => {
    const { task, render, started } = await prepare(hanging);
    const rendered = render(task, {
      signal: new AbortController().signal,
      onProgress() {},
      onNote() {},
      onOpened() {},
    });
    rendered.catch(() => {});
    const [danser, encoder] = await started();
    process.kill(parentOf(danser!), 'SIGKILL');
    await expect(rendered).rejects.toMatchObject({ name: 'RenderInterrupted' });
    await expectGone([danser!, encoder!]);
  });

  test('ends with a killed worker', async () => {
    const { task, danser, started, place } = await prepare(hanging);
    // A worker that only starts the child.
    const script = place('worker.cjs');
    writeFileSync(
      script,
      `const { fork } = require('node:child_process');
       const child = fork(${JSON.stringify(childPrograms.render)}, { detached: true, serialization: 'advanced', env: {} });
       child.send(${JSON.stringify({ ...task, assets: '', danser })});`,
    );
    const worker = spawn(process.execPath, [script], { stdio: 'ignore' });
    const pids = await started();
    worker.kill('SIGKILL');
    await expectGone([...pids]);
  });
});

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
}

const installed = process.env.DANSER_PATH;
if (installed === undefined) test('the real danser is not tested: DANSER_PATH is not set', () => {});
else
  test('the real danser renders a play', { timeout: 600_000 }, async () => {
    const folder = emptyFolder();
    const file = join(folder, 'video.mp4');
    const request = { ...buildRequest({ ...played, options: { width: 640, height: 360 } }), file };
    const danser = { path: installed, env: process.env as Record<string, string> };
    const artifacts = { thumbnail: join(folder, 'thumbnail.jpg'), analytics: join(folder, 'analytics.json') };
    const result = await renderWithDanser({ ...request, ...artifacts }, {}, { danser, folder: join(folder, 'job') });
    expect(readVideo(file)).toMatchObject({ width: 640, height: 360 });
    expect(result.durationMs).toBeGreaterThan(2_000);
    expect(result.pp).toBeGreaterThanOrEqual(0);
    expect(existsSync(artifacts.thumbnail)).toBe(true);
  });
