import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../../src/children/index.ts';
import {
  type PreparedRender,
  prepareRender,
  type RenderHooks,
  type RenderProgress,
  type RenderRequest,
  renderOrSplit,
  renderReplay,
} from '../../../src/rendering/render/index.ts';
import { planSegments } from '../../../src/rendering/render/segments/plan-segments.ts';
import { archiveFiles } from '../../../src/rendering/scene-loader/index.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { assets } from '../../support/processes/built-files.ts';
import {
  expectSameQuality,
  segmentedFrames as frames,
  segmentOptions as options,
  segmentParts as parts,
  picturesOf,
  requestInFolder,
  segmentProcessesOf,
  unsplitRender,
} from '../../support/rendering/segment-render.ts';
import { buildRequest, filesIn } from '../../support/rendering/test-render.ts';
import { readVideo } from '../../support/video/read-video.ts';

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

describe('frames before the encoder do not depend on the process that has drawn the frames before:', () => {
  /** Two processes draw the segments in turn. */
  async function picturesInSegments(prepare: () => Promise<PreparedRender>): Promise<Uint8Array[]> {
    const processes = [await prepare(), await prepare()];
    const { frames } = processes[0]!.schedule;
    const plan = planSegments({ frames, processes: 2, keyFrameInterval: frames / 10, maxFrames: frames / 4 });
    const pictures: Uint8Array[] = [];
    for (const [index, segment] of plan.entries()) pictures.push(...(await picturesOf(processes[index % 2]!, segment)));
    return pictures;
  }

  function expectSamePictures(pictures: readonly Uint8Array[], whole: readonly Uint8Array[]): void {
    expect(pictures).toHaveLength(whole.length);
    expect(pictures.flatMap((picture, i) => (Buffer.compare(picture, whole[i]!) === 0 ? [] : [i]))).toEqual([]);
  }

  test('a generated play', async () => {
    const pictures = await picturesInSegments(() => prepareRender(buildRequest({ ...parts, options })));
    expectSamePictures(pictures, (await unsplitRender()).pictures);
  });

  test.runIf(sharedData !== null)('a real play', async () => {
    const of = (path: string) => readFileSync(join(sharedData!, path));
    const prepare = () =>
      prepareRender({
        replay: of('replays/harumachi-clover-swing_oh-no_NM_jamu.osr'),
        beatmap: { files: archiveFiles(of('beatmaps/harumachi-clover.osz')) },
        skin: null,
        assets,
        options: { ...options, start: 20_000, end: 22_000 },
      });
    expectSamePictures(await picturesInSegments(prepare), await picturesOf(await prepare()));
  });
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
    expect(result).toMatchObject({ frames, durationMs: 10_000 });
    expect(filesIn(join(folder, 'out'))).toEqual(['video.mp4']);
    expect(segmentProcessesOf(process.pid)).toEqual([]);

    await expectSameQuality(request.file);

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
    ['it is short', (request) => ({ ...request, options: { ...request.options, end: 5_000 } })],
    ['the pool forbids segments', (request) => ({ ...request, pool: { ...request.pool!, segmentSeconds: 0 } })],
    ['one process is requested', (request) => ({ ...request, pool: { ...request.pool!, processes: 1 } })],
    [
      'the encoder cannot encode segments',
      (request) => ({ ...request, options: { ...request.options, encoder: 'mpeg4' } }),
    ],
  ])('is rendered by one process if %s', async (_, changes) => {
    const { request } = requestInFolder();
    const notes: string[] = [];
    const stop = new AbortController();
    const onProgress = ({ frame }: RenderProgress) => frame > 0 && stop.abort(new Error('enough'));
    const hooks = { signal: stop.signal, onNote: (note: string) => notes.push(note), onProgress };
    await expect(renderReplay(changes(request), hooks)).rejects.toThrow('enough');
    expect(notes).not.toContain('Rendering with 2 processes.');
    expect(segmentProcessesOf(process.pid)).toEqual([]);
  });

  test('a folder that is not writable is a failure', async () => {
    const { request } = requestInFolder();
    const elsewhere = { ...request, file: join(request.file, 'none', 'video.mp4') };
    await expect(renderReplay(elsewhere)).rejects.toMatchObject({ code: 'video/cannot-write' });
  });
});

describe('a video of several workers', () => {
  const freeWorkers = { slots: 2, segmentSeconds: 4 };

  test('is planned by the first worker, which writes nothing', async () => {
    const { folder, request } = requestInFolder();
    const opened: unknown[] = [];
    const plan = await renderOrSplit(request, { onOpened: (play) => opened.push(play) }, freeWorkers);
    const lengths = [480, 480, 240];
    expect(plan).toEqual({ segments: lengths.map((length, i) => ({ first: i * 480, frames: length })) });
    expect(opened).toHaveLength(1);
    expect(filesIn(join(folder, 'out'))).toEqual([]);
  });

  test.each<[what: string, changes: (request: RenderRequest) => RenderRequest]>([
    ['it is short', (request) => ({ ...request, options: { ...request.options, end: 4_000 } })],
    [
      'the encoder cannot encode segments',
      (request) => ({ ...request, options: { ...request.options, encoder: 'mpeg4' } }),
    ],
  ])('is not split if %s', async (_, changes) => {
    const { request } = requestInFolder({ processes: 1 });
    const small = { ...request.options, width: 64, height: 36, fps: 10 };
    const split = await renderOrSplit(changes({ ...request, options: small }), {}, freeWorkers);
    expect(readVideo(request.file).times).toHaveLength((split as { frames: number }).frames);
  });

  test.each([
    [1, [240, 720, 240]],
    [2, [1_200]],
  ])(
    'with %d processes each has every frame, the sound and the quality of a render in one process',
    async (processes, lengths) => {
      const { folder, request } = requestInFolder({ processes });
      const { pool, ...alone } = request;
      const seen: RenderProgress[] = [];
      const notes: string[] = [];
      const encodedSegments: { file: string; frames: number }[] = [];
      for (let first = 0; first < frames; first += encodedSegments.at(-1)!.frames) {
        const segment = { first, frames: lengths[encodedSegments.length]! };
        const file = join(folder, `${first}.mp4`);
        const { frames: rendered } = await renderReplay(
          { ...alone, pool, segment, file },
          { onProgress: (progress) => seen.push(progress), onNote: (note) => notes.push(note) },
        );
        encodedSegments.push({ file, frames: rendered });
        expect(seen.findLast(({ stage }) => stage === 'rendering')).toMatchObject({
          frame: rendered,
          frames: rendered,
        });
        expect(readVideo(file).codecs).toEqual(['h264']);
      }
      expect(notes.includes('Rendering with 2 processes.')).toBe(processes > 1);
      expect(encodedSegments.map((segment) => segment.frames)).toEqual(lengths);

      const thumbnail = join(folder, 'out', 'thumbnail.jpg');
      expect(await renderReplay({ ...alone, encodedSegments, thumbnail })).toMatchObject({
        frames,
        durationMs: 10_000,
      });
      expect(filesIn(join(folder, 'out'))).toEqual(['thumbnail.jpg', 'video.mp4']);
      await expectSameQuality(request.file);
    },
  );

  test('leaves no file if its segments do not match', async () => {
    const { folder, request } = requestInFolder();
    const { pool: _, ...alone } = request;
    const file = join(folder, 'segment.mp4');
    await renderReplay({ ...alone, segment: { first: 0, frames: 120 }, file });
    const encodedSegments = [{ file, frames: 121 }];
    await expect(renderReplay({ ...alone, encodedSegments })).rejects.toThrow('120 frames; expected 121');
    expect(filesIn(join(folder, 'out'))).toEqual([]);
  });
});

describe('the command', () => {
  /** Starts a render with two processes in a process group of its own, as a terminal does. */
  async function startCommand() {
    const { folder, request } = requestInFolder();
    const { replay, beatmap } = request.pool!.sources;
    const args = ['render', replay, '--beatmap', beatmap.path, '--processes', '2', '--output', request.file];
    // 2,400 frames: the render would go on for long after the signal.
    const slowly = ['--resolution', '640x360', '--set', 'speed=0.25', '--start', '0.5', '--end', '10.5'];
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

test.each([
  ['the cores', { cores: 4, memoryMb: 4_000 }, 6],
  ['the memory of the render', { cores: 32, memoryMb: 252 }, 3],
])('the encoder of one process has as many threads as %s allow', async (_, machine, threads) => {
  const { request } = requestInFolder({ processes: 1 });
  const clip = { ...options, start: 1_000, end: 1_200 };
  await renderReplay({ ...request, options: clip, pool: { ...request.pool!, machine } });
  // x264 writes its options into the video.
  expect(/ threads=(\d+) /.exec(readFileSync(request.file, 'latin1'))?.[1]).toBe(String(threads));
});
