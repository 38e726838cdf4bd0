import { describe, expect, test } from 'vitest';
import { chooseProcesses, chooseThreads, maxProcesses } from './choose-processes.ts';
import { planSegments, planWorkerSegments } from './plan-segments.ts';

const hd = { width: 1920, height: 1080, preset: 'balanced', requested: null };
const uhd = { ...hd, width: 3840, height: 2160 };

describe('segments', () => {
  test.each([
    // Ten seconds, a minute and ten minutes of 60 frames per second.
    { frames: 600, processes: 2, expected: [120, 120, 120, 120, 120] },
    { frames: 3600, processes: 2, expected: [960, 720, 480, 360, 240, 240, 120, 120, 120, 120, 120] },
    { frames: 36_000, processes: 2, begin: [1800, 1800, 1800] },
    { frames: 700, processes: 4, expected: [120, 120, 120, 120, 120, 100] },
    { frames: 100, processes: 2, expected: [100] },
  ])('$frames frames for $processes processes are split into segments that get shorter', (each) => {
    const { frames, processes } = each;
    const lengths = planSegments({ frames, processes, keyFrameInterval: 120, maxFrames: 1800 }).map(
      (range) => range.frames,
    );
    if (each.expected) expect(lengths).toEqual(each.expected);
    else expect(lengths.slice(0, 3)).toEqual(each.begin);
    expect(lengths.at(-1)).toBeLessThanOrEqual(120);
  });

  test.each([1, 119, 120, 121, 5_000, 7_201])(
    'each of %d frames is in one segment, and each segment begins with a key frame',
    (frames) => {
      let next = 0;
      for (const { first, frames: length } of planSegments({
        frames,
        processes: 3,
        keyFrameInterval: 120,
        maxFrames: 600,
      })) {
        expect(first).toBe(next);
        expect(first % 120).toBe(0);
        expect(length).toBeGreaterThan(0);
        expect(length).toBeLessThanOrEqual(600);
        next += length;
      }
      expect(next).toBe(frames);
    },
  );

  test('are as long as requested, rounded to key frames', () => {
    const plan = (maxFrames: number) =>
      planSegments({ frames: 36_000, processes: 2, keyFrameInterval: 120, maxFrames })[0]?.frames;
    expect([plan(1), plan(600), plan(650), plan(700)]).toEqual([120, 600, 600, 720]);
  });
});

describe('segments for workers', () => {
  const plan = (seconds: number, slots: number, segmentSeconds: number | null = null) =>
    planWorkerSegments({ frames: seconds * 60, fps: 60 }, { slots, segmentSeconds }).map(({ frames }) => frames / 60);

  test.each([
    [60, 2, [60]],
    [62, 2, [32, 30]],
    [600, 1, [600]],
    [120, 2, [60, 60]],
    [122, 2, [32, 32, 32, 26]],
    [300, 2, [50, 50, 50, 50, 50, 50]],
    [240, 4, [60, 60, 60, 60]],
    // At least a quarter of the maximum.
    [100, 20, [16, 16, 16, 16, 16, 16, 4]],
  ])('%d seconds for %d free workers are split into %j', (seconds, slots, expected) => {
    expect(plan(seconds, slots)).toEqual(expected);
  });

  test('are no longer than requested, rounded up to key frames', () => {
    expect(plan(10, 2, 4)).toEqual([4, 4, 2]);
    expect(plan(5, 2, 2)).toEqual([2, 2, 1]);
    expect(plan(2, 2, 2)).toEqual([2]);
    expect(plan(3, 2, 1)).toEqual([2, 1]);
  });
});

describe('processes', () => {
  test.each([
    [{ cores: 2, memoryMb: 16_000 }, hd, 2],
    [{ cores: 8, memoryMb: 16_000 }, hd, 8],
    [{ cores: 1, memoryMb: 16_000 }, hd, 1],
    // 469 MB each at 1080p, 1,126 MB at 4K, and more with a preset that looks ahead further.
    [{ cores: 8, memoryMb: 937 }, hd, 1],
    [{ cores: 8, memoryMb: 938 }, hd, 2],
    [{ cores: 8, memoryMb: 100 }, hd, 1],
    [{ cores: 8, memoryMb: 2_252 }, uhd, 2],
    [{ cores: 8, memoryMb: 2_252 }, { ...uhd, preset: 'veryfast' }, 1],
    [{ cores: 8, memoryMb: 2_252 }, { ...uhd, preset: 'medium' }, 1],
    [{ cores: 8, memoryMb: 16_000 }, { ...hd, requested: 3 }, 3],
    [{ cores: 2, memoryMb: 16_000 }, { ...hd, requested: 4 }, 4],
    [{ cores: 8, memoryMb: 1_000 }, { ...hd, requested: 8 }, 2],
  ])('%j and %j: %d', (machine, video, expected) => {
    expect(maxProcesses(machine, video)).toBe(expected);
  });

  test.each([
    // As many as x264 would choose, and never more than one process can keep busy.
    [{ cores: 2, memoryMb: 16_000 }, 1, hd, 3],
    [{ cores: 32, memoryMb: 16_000 }, 1, hd, 16],
    [{ cores: 8, memoryMb: 16_000 }, 4, hd, 2],
    [{ cores: 4, memoryMb: 16_000 }, 8, hd, 1],
    // The service's default memory for 4K.
    [{ cores: 32, memoryMb: 3_072 }, 1, uhd, 16],
    [{ cores: 32, memoryMb: 3_072 }, 2, uhd, 6],
    [{ cores: 8, memoryMb: 1_536 }, 1, uhd, 6],
    [{ cores: 32, memoryMb: 1_536 }, 1, uhd, 6],
    [{ cores: 32, memoryMb: 600 }, 1, hd, 7],
    [{ cores: 32, memoryMb: 100 }, 1, uhd, 1],
    [{ cores: 32, memoryMb: 3_072 }, 1, { ...uhd, preset: 'veryslow' }, 4],
  ])('%j with %d processes and %j: %d encoder threads', (machine, processes, video, expected) => {
    expect(chooseThreads(machine, processes, video)).toBe(expected);
  });

  test.each([
    [8, 1_199, 1],
    [8, 1_200, 2],
    [8, 1_799, 2],
    [2, 90_000, 2],
    [1, 90_000, 1],
    [8, 1, 1],
  ])('of %d possible processes, %d frames justify %3$d', (max, frames, expected) => {
    expect(chooseProcesses(max, frames)).toBe(expected);
  });
});
