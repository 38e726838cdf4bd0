import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { encodeFrames } from '../../../src/rendering/render/encode-frames.ts';
import {
  type PreparedRender,
  prepareRender,
  type RenderOptions,
  type RenderRequest,
  renderReplay,
  type SegmentFrames,
} from '../../../src/rendering/render/index.ts';
import type { VideoEncoder } from '../../../src/rendering/video/index.ts';
import { childPrograms } from '../processes/built-files.ts';
import { taps } from '../replays/build-play.ts';
import { type ReadVideo, readVideo } from '../video/read-video.ts';
import { isSameSound } from '../video/test-sound.ts';
import { buildRequest, emptyFolder, knockWave, type PlayParts, plainPng, smallOptions } from './test-render.ts';

// A render that is long enough to be split into segments, and the comparison of its video with one that is not split.

/** Ten seconds in which an object is always visible: circles, snaking sliders, a spinner. */
export const segmentParts = {
  events: ['0,0,"bg.png",0,0'],
  difficulty: ['SliderMultiplier:1.4', 'SliderTickRate:2'],
  objects: Array.from({ length: 20 }, (_, index) => {
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
    12_000,
  ),
  set: { 'bg.png': plainPng('rgb(40,90,120)') },
  skin: { 'skin.ini': new Uint8Array(), 'normal-hitnormal.wav': knockWave() },
};
/** As many frames as two processes need, and little sound: its encoding would take longer than that of the pictures. */
export const segmentOptions = {
  ...smallOptions,
  width: 160,
  height: 90,
  preset: 'veryfast',
  crf: 20,
  fps: 120,
  start: 500,
  end: 10_500,
};
export const segmentedFrames = 1_200;

/** A request whose files are in a folder, so that other processes can read them. */
export function requestInFolder({
  processes = 2,
  options = {},
  parts = segmentParts,
}: {
  processes?: number;
  options?: Partial<RenderOptions>;
  parts?: PlayParts;
} = {}) {
  const folder = emptyFolder();
  const built = buildRequest({ ...parts, options: { ...segmentOptions, ...options } });
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
export function segmentProcessesOf(pid: number): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(pid), '-f', 'segment-child'], { encoding: 'utf8' });
    return found.trim().split('\n').map(Number);
  } catch {
    // Without a match, pgrep ends with exit code 1.
    return [];
  }
}

const all = Array.from({ length: segmentedFrames }, (_, frame) => frame);

/** What one process makes of the request: the pictures before the encoder, and the video. */
export interface UnsplitRender {
  readonly pictures: readonly Uint8Array[];
  readonly video: ReadVideo;
}

let rendered: Promise<UnsplitRender> | undefined;

/** The render in one process, made once for all comparisons. */
export function unsplitRender(): Promise<UnsplitRender> {
  rendered ??= renderUnsplit();
  return rendered;
}

async function renderUnsplit(): Promise<UnsplitRender> {
  const { folder, request } = requestInFolder();
  const { pool: _, ...alone } = request;
  const file = join(folder, 'single.mp4');
  await renderReplay({ ...alone, file });
  const prepared = await prepareRender(alone);
  const pictures = await picturesOf(prepared);
  await prepared.renderer.close();
  return { pictures, video: readVideo(file, all) };
}

/** The video has the frames and the sound of one process, and about the same quality. */
export async function expectSameQuality(file: string): Promise<void> {
  const { pictures, video: single } = await unsplitRender();
  const split = readVideo(file, all);
  for (const key of ['codecs', 'width', 'height', 'framesPerSecond', 'durationSeconds', 'colour', 'boxes'] as const)
    expect(split[key], key).toEqual(single[key]);
  expect(split.times).toEqual(single.times);
  expect(isSameSound(split.samples, single.samples)).toBe(true);
  const quality = (video: ReadVideo) => psnr(all.map((frame) => [video.pictures.get(frame)!, pictures[frame]!]));
  expect(Math.abs(quality(split) - quality(single))).toBeLessThan(0.5);
}

/** Draws a segment of a video, or all of it, without encoding it. */
export async function picturesOf(prepared: PreparedRender, segment?: SegmentFrames): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  const video = { addFrame: async (planes) => void pictures.push(planes.slice()) } as Pick<
    VideoEncoder,
    'addFrame'
  > as VideoEncoder;
  await encodeFrames(prepared.renderer, prepared.schedule, { video, ...(segment && { segment }) });
  return pictures;
}

/** The peak signal-to-noise ratio of the luma of all frames, in dB. */
function psnr(pairs: readonly (readonly [Uint8Array, Uint8Array])[]): number {
  const luma = segmentOptions.width * segmentOptions.height;
  let squares = 0;
  for (const [seen, drawn] of pairs)
    for (let index = 0; index < luma; index++) squares += (seen[index]! - drawn[index]!) ** 2;
  return 10 * Math.log10((255 ** 2 * luma * pairs.length) / squares);
}
