import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../src/children/index.ts';
import { encodeFrames } from '../../src/rendering/render/encode-frames.ts';
import {
  type PreparedRender,
  prepareRender,
  type RenderHooks,
  type RenderProgress,
  type RenderRequest,
  renderReplay,
} from '../../src/rendering/render/index.ts';
import { planSegments } from '../../src/rendering/render/segments/plan-segments.ts';
import { archiveFiles } from '../../src/rendering/scene-loader/index.ts';
import type { VideoEncoder } from '../../src/rendering/video/index.ts';
import { assets } from '../support/built.ts';
import { readVideo } from '../support/read-video.ts';
import {
  expectSameQuality,
  segmentedFrames as frames,
  segmentOptions as options,
  segmentParts as parts,
  readWhole,
  requestInFolder,
  segmentProcessesOf,
} from '../support/segment-render.ts';
import { sharedData } from '../support/shared-data.ts';
import { buildRequest, filesIn } from '../support/test-render.ts';

/** Hooks that kill the segment process when frames arrive. */
function hooksThatKill(): { hooks: RenderHooks; notes: string[]; seen: RenderProgress[] } {
  const notes: string[] = [];
  const seen: RenderProgress[] = [];
  let killed = false;
  return {
    notes,
    seen,
    hooks: {
      onNote: (note) => notes.push(note),
      onProgress(progress) {
        seen.push(progress);
        if (killed || progress.frame < 60) return;
        killed = true;
        for (const pid of segmentProcessesOf(process.pid)) process.kill(pid, 'SIGKILL');
      },
    },
  };
}

describe('frames before the encoder', () => {
  const realClip = () => {
    const of = (path: string) => readFileSync(join(sharedData!, path));
    return prepareRender({
      replay: of('replays/harumachi-clover-swing_oh-no_NM_jamu.osr'),
      beatmap: { files: archiveFiles(of('beatmaps/harumachi-clover.osz')) },
      skin: null,
      assets,
      options: { ...options, start: 20_000, end: 26_000 },
    });
  };
  test.each<[what: string, prepare: () => Promise<PreparedRender>]>([
    ['a generated play', () => prepareRender(buildRequest({ ...parts, options }))],
    ...(sharedData === null ? [] : [['a real play', realClip] as const]),
  ] as [string, () => Promise<PreparedRender>][])(
    'do not depend on the process that has drawn the frames before: %s',
    async (_, prepare) => {
      const once = await prepare();
      const whole = await hashesOf(once, { first: 0, frames: once.schedule.frames });
      const plan = planSegments({ frames: once.schedule.frames, processes: 2, keyFrameInterval: 120, maxFrames: 300 });
      const inSegments: string[] = [];
      const [one, other] = [await prepare(), await prepare()];
      for (const [index, segment] of plan.entries())
        inSegments.push(...(await hashesOf(index % 2 === 0 ? one : other, segment)));
      expect(inSegments).toHaveLength(whole.length);
      expect(inSegments.flatMap((hash, frame) => (hash === whole[frame] ? [] : [frame]))).toEqual([]);
    },
  );
});

describe('a video of several processes', () => {
  test('has every frame once, the sound and the quality of a render in one process, and leaves no other file', async () => {
    const { folder, request } = requestInFolder();
    const seen: RenderProgress[] = [];
    const notes: string[] = [];
    const result = await renderReplay(request, {
      onProgress: (progress) => seen.push(progress),
      onNote: (note) => notes.push(note),
    });
    expect(notes).toContain('Rendering with 2 processes.');
    expect(new Set(notes).size).toBe(notes.length);
    expect(result).toMatchObject({ frames, durationMs: 20_000 });
    expect(filesIn(join(folder, 'out'))).toEqual(['video.mp4']);
    expect(segmentProcessesOf(process.pid)).toEqual([]);

    const { pool: _, ...alone } = request;
    await renderReplay({ ...alone, file: join(folder, 'single.mp4') });
    const [split, single] = [readWhole(request.file), readWhole(join(folder, 'single.mp4'))];
    await expectSameQuality(await prepareRender(request), split, single);

    const counts = seen.filter(({ stage }) => stage === 'rendering').map(({ frame }) => frame);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(frames);
    expect(seen.at(-1)!.stage).toBe('finishing');
  });

  test('is complete although a process dies: the others render its segment', async () => {
    const { folder, request } = requestInFolder();
    const { hooks, notes, seen } = hooksThatKill();
    await renderReplay(request, hooks);
    expect(notes).toContain('A process of the render died; the other processes render its segment.');
    expect(readVideo(request.file).times).toHaveLength(frames);
    expect(seen.findLast(({ stage }) => stage === 'rendering')!.frame).toBe(frames);
    expect(filesIn(join(folder, 'out'))).toEqual(['video.mp4']);
  });

  test('leaves no file and no process when it is aborted', async () => {
    const { folder, request } = requestInFolder();
    const stop = new AbortController();
    const onProgress = ({ frame }: RenderProgress) => frame > 60 && stop.abort(new Error('enough'));
    await expect(renderReplay(request, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
    expect(filesIn(join(folder, 'out'))).toEqual([]);
    expect(segmentProcessesOf(process.pid)).toEqual([]);
  });

  test('fails with the failure of any process, and leaves no file', async () => {
    const { folder, request } = requestInFolder();
    writeFileSync(join(folder, 'play.osr'), 'no replay');
    await expect(renderReplay(request)).rejects.toMatchObject({ code: 'replay/unreadable' });
    expect(filesIn(join(folder, 'out'))).toEqual([]);
    expect(segmentProcessesOf(process.pid)).toEqual([]);
  });

  test.each<[what: string, changes: (request: RenderRequest) => RenderRequest]>([
    ['it is short', (request) => ({ ...request, options: { ...request.options, end: 9_000 } })],
    ['the pool forbids segments', (request) => ({ ...request, pool: { ...request.pool!, segmentSeconds: 0 } })],
    ['one process is requested', (request) => ({ ...request, pool: { ...request.pool!, processes: 1 } })],
    [
      'the encoder cannot encode segments',
      (request) => ({ ...request, options: { ...request.options, encoder: 'mpeg4' } }),
    ],
  ])('is rendered by one process if %s', async (_, changes) => {
    const { folder, request } = requestInFolder();
    // A segment process would fail to read this.
    writeFileSync(join(folder, 'play.osr'), 'no replay');
    const small = { ...request.options, width: 64, height: 36, preset: 'ultrafast' };
    const { frames: rendered } = await renderReplay(changes({ ...request, options: small }));
    expect(readVideo(request.file).times).toHaveLength(rendered);
  });

  test('a folder that is not writable is a failure', async () => {
    const { request } = requestInFolder();
    const elsewhere = { ...request, file: join(request.file, 'none', 'video.mp4') };
    await expect(renderReplay(elsewhere)).rejects.toMatchObject({ code: 'video/cannot-write' });
  });
});

describe('the command', () => {
  /** Starts a render with two processes in a process group of its own, as a terminal does. */
  async function startCommand() {
    const { folder, request } = requestInFolder();
    const { replay, beatmap } = request.pool!.sources;
    const args = ['render', replay, '--beatmap', beatmap.path, '--processes', '2', '--output', request.file];
    const slowly = ['--resolution', '640x360', '--preset', 'placebo', '--start', '0.5', '--end', '20.5'];
    const child = spawn(process.execPath, ['bin/launch.mjs', ...args, ...slowly], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      if (/"frame":[1-9]/.test(line) && segmentProcessesOf(child.pid!).length > 0) break;
    }
    const segmentProcesses = segmentProcessesOf(child.pid!);
    expect(segmentProcesses).toHaveLength(1);
    return { pid: child.pid!, segmentProcesses, ended, folder: join(folder, 'out') };
  }

  test('leaves no file and no process after Ctrl-C, which every process of its group gets', async () => {
    const { pid, segmentProcesses, ended, folder } = await startCommand();
    process.kill(-pid, 'SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(filesIn(folder)).toEqual([]);
    expect(segmentProcesses.filter(isAlive)).toEqual([]);
  });

  test('leaves no process when it is killed', async () => {
    const { pid, segmentProcesses, ended } = await startCommand();
    process.kill(pid, 'SIGKILL');
    await ended;
    await expect.poll(() => segmentProcesses.filter(isAlive)).toEqual([]);
  });
});

async function hashesOf(prepared: PreparedRender, segment: { first: number; frames: number }): Promise<string[]> {
  const hashes: string[] = [];
  const video = {
    addFrame: async (planes) => void hashes.push(createHash('sha1').update(planes).digest('hex')),
  } as Pick<VideoEncoder, 'addFrame'> as VideoEncoder;
  await encodeFrames(prepared.renderer, prepared.schedule, { segment, video });
  return hashes;
}
