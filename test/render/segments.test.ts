import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  renderOrSplit,
  renderReplay,
} from '../../src/rendering/render/index.ts';
import { planSegments } from '../../src/rendering/render/segments/plan-segments.ts';
import { archiveFiles } from '../../src/rendering/scene-loader/index.ts';
import type { VideoEncoder } from '../../src/rendering/video/index.ts';
import { assets, childPrograms } from '../support/built.ts';
import { taps } from '../support/plays.ts';
import { type ReadVideo, readVideo } from '../support/read-video.ts';
import { sharedData } from '../support/shared-data.ts';
import { buildRequest, emptyFolder, filesIn, knockWave, plainPng, smallOptions } from '../support/test-render.ts';

/** Twenty seconds in which an object is always visible: circles, snaking sliders, a spinner. */
const parts = {
  events: ['0,0,"bg.png",0,0'],
  difficulty: ['SliderMultiplier:1.4', 'SliderTickRate:2'],
  objects: Array.from({ length: 38 }, (_, index) => {
    const [x, y, t] = [60 + ((index * 97) % 400), 60 + ((index * 71) % 260), 1_000 + index * 500];
    if (index === 12) return `256,192,${t},12,0,${t + 900}`;
    if (index === 13) return `${x},${y},${t + 400},1,0`;
    return index % 2 === 0
      ? `${x},${y},${t},2,0,B|${x + 80}:${y + 60}|${x + 30}:${y - 40}|${x + 120}:${y},2,140`
      : `${x},${y},${t},1,0`;
  }),
  frames: taps(
    [
      [1_010, 60, 60],
      [1_512, 157, 131],
      [2_030, 254, 202],
    ],
    22_000,
  ),
  set: { 'bg.png': plainPng('rgb(40,90,120)') },
  skin: { 'skin.ini': new Uint8Array(), 'normal-hitnormal.wav': knockWave() },
};
const options = { ...smallOptions, width: 160, height: 90, preset: 'veryfast', crf: 20, start: 500, end: 20_500 };
const frames = 1_200;

/** A request whose files are in a folder, so that other processes can read them. */
function requestInFolder({ processes = 2 } = {}) {
  const folder = emptyFolder();
  const built = buildRequest({ ...parts, options });
  for (const name of ['set', 'skin', 'out']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'play.osr'), built.replay);
  for (const name of built.beatmap.files.names)
    writeFileSync(join(folder, 'set', name), built.beatmap.files.read(name)!);
  for (const name of built.skin!.names) writeFileSync(join(folder, 'skin', name), built.skin!.read(name)!);
  const request: RenderRequest = {
    ...built,
    file: join(folder, 'out', 'video.mp4'),
    pool: {
      sources: {
        replay: join(folder, 'play.osr'),
        beatmap: { kind: 'folder', path: join(folder, 'set') },
        skin: { kind: 'folder', path: join(folder, 'skin') },
      },
      machine: { cores: 2, memoryMb: 4_000 },
      processes,
      segmentSeconds: null,
      childPath: childPrograms.segment,
    },
  };
  return { folder, request };
}

/** The ids of the segment processes that a process has started. */
function segmentProcessesOf(pid: number): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(pid), '-f', 'segment-child'], { encoding: 'utf8' });
    return found.trim().split('\n').map(Number);
  } catch {
    // Without a match, pgrep ends with exit code 1.
    return [];
  }
}

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

const all = Array.from({ length: frames }, (_, frame) => frame);
const readWhole = (file: string) => readVideo(file, all);

async function expectSameQuality(prepared: PreparedRender, split: ReadVideo, single: ReadVideo): Promise<void> {
  for (const key of ['codecs', 'width', 'height', 'framesPerSecond', 'durationSeconds', 'colour', 'boxes'] as const)
    expect(split[key], key).toEqual(single[key]);
  expect(split.times).toEqual(single.times);
  expect(split.samples.findIndex((sample, i) => sample !== single.samples[i])).toBe(-1);
  expect(split.samples.length).toBe(single.samples.length);
  const drawn = await picturesOf(prepared);
  const quality = (video: ReadVideo) => psnr(all.map((frame) => [video.pictures.get(frame)!, drawn[frame]!]));
  expect(Math.abs(quality(split) - quality(single))).toBeLessThan(0.5);
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
    const { frames: rendered } = await renderReplay(changes(request));
    expect(readVideo(request.file).times).toHaveLength(rendered);
  });

  test('a folder that is not writable is a failure', async () => {
    const { request } = requestInFolder();
    const elsewhere = { ...request, file: join(request.file, 'none', 'video.mp4') };
    await expect(renderReplay(elsewhere)).rejects.toMatchObject({ code: 'video/cannot-write' });
  });
});

describe('a video of several workers', () => {
  const freeWorkers = { slots: 2, segmentSeconds: 8 };

  test('is planned by the first worker, which writes nothing', async () => {
    const { folder, request } = requestInFolder();
    const opened: unknown[] = [];
    const plan = await renderOrSplit(request, { onOpened: (play) => opened.push(play) }, freeWorkers);
    const lengths = [360, 360, 360, 120];
    expect(plan).toEqual({ segments: lengths.map((length, i) => ({ first: i * 360, frames: length })) });
    expect(opened).toHaveLength(1);
    expect(filesIn(join(folder, 'out'))).toEqual([]);
  });

  test.each<[what: string, changes: (request: RenderRequest) => RenderRequest]>([
    ['it is short', (request) => ({ ...request, options: { ...request.options, end: 8_000 } })],
    [
      'the encoder cannot encode segments',
      (request) => ({ ...request, options: { ...request.options, encoder: 'mpeg4' } }),
    ],
  ])('is not split if %s', async (_, changes) => {
    const { request } = requestInFolder({ processes: 1 });
    const { frames: rendered } = (await renderOrSplit(changes(request), {}, freeWorkers)) as { frames: number };
    expect(readVideo(request.file).times).toHaveLength(rendered);
  });

  test.each([
    [1, [360, 720, 120]],
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
        durationMs: 20_000,
      });
      expect(filesIn(join(folder, 'out'))).toEqual(['thumbnail.jpg', 'video.mp4']);
      const single = join(folder, 'single.mp4');
      await renderReplay({ ...alone, file: single });
      await expectSameQuality(await prepareRender(request), readWhole(request.file), readWhole(single));
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

async function picturesOf(prepared: PreparedRender): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  const video = { addFrame: async (planes) => void pictures.push(planes.slice()) } as Pick<
    VideoEncoder,
    'addFrame'
  > as VideoEncoder;
  await encodeFrames(prepared.renderer, prepared.schedule, { video });
  onTestFinished(() => prepared.renderer.close());
  return pictures;
}

/** The peak signal-to-noise ratio of the luma of all frames, in dB. */
function psnr(pairs: readonly (readonly [Uint8Array, Uint8Array])[]): number {
  const luma = options.width * options.height;
  let squares = 0;
  for (const [seen, drawn] of pairs)
    for (let index = 0; index < luma; index++) squares += (seen[index]! - drawn[index]!) ** 2;
  return 10 * Math.log10((255 ** 2 * luma * pairs.length) / squares);
}
