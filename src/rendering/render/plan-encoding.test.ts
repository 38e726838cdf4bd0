import { expect, test } from 'vitest';
import { videoSizes } from '../../contract/settings/index.ts';
import type { FrameSchedule } from './frame-schedule.ts';
import { planEncoding } from './plan-encoding.ts';
import type { RenderOptions } from './request.ts';

/** Plans a video of a length in seconds. */
function plan(seconds: number, targetSizeMb: number | null, options: Partial<RenderOptions> = {}) {
  const { fps } = { fps: 60, ...options };
  const requested = { ...videoSizes['1080p'], fps, targetSizeMb, ...options } as RenderOptions;
  return planEncoding(requested, { frames: seconds * fps, fps } as FrameSchedule);
}

test('without a target, the video has the requested size and no maximum', () => {
  expect(plan(60, null)).toEqual({ width: 1920, height: 1080, soundBitrate: 192_000, maxBitrate: null });
});

test.each([
  [60, 100, 1080, 192_000],
  [60, 20, 1080, 192_000],
  [60, 10, 720, 128_000],
  [60, 5, 480, 64_000],
  [180, 10, 480, 48_000],
])('%i s in %i MB: %ip', (seconds, targetSizeMb, height, soundBitrate) => {
  const planned = plan(seconds, targetSizeMb);
  expect(planned).toMatchObject({ height, soundBitrate });
  const bits = (soundBitrate + (planned.maxBitrate ?? 0)) * seconds;
  expect(bits / (targetSizeMb * 8e6)).toBeGreaterThan(0.93);
  expect(bits / (targetSizeMb * 8e6)).toBeLessThan(0.99);
});

test('a size is never increased, and its sides stay even and in proportion', () => {
  expect(plan(60, 1000, videoSizes['480p'])).toMatchObject(videoSizes['480p']);
  expect(plan(60, 5)).toMatchObject(videoSizes['480p']);
  expect(plan(60, 10, { width: 1080, height: 1920 })).toMatchObject({ width: 720, height: 1280 });
  expect(plan(60, 20, videoSizes['4k'])).toMatchObject(videoSizes['1080p']);
});

test('a plan of its own size is the same plan', () => {
  const first = plan(60, 10);
  expect(plan(60, 10, { width: first.width, height: first.height })).toEqual(first);
});

test('a target that no video of this length can have is refused, with the least that is possible', () => {
  expect(() => plan(3600, 10)).toThrow(/^A video of 3600 s cannot be smaller than (5\d\.\d) MB\.$/);
  const [, least] = /than (.*) MB/.exec(messageOf(() => plan(3600, 10))) ?? [];
  expect(plan(3600, Number(least)).height).toBe(480);
});

function messageOf(run: () => void): string {
  try {
    run();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
