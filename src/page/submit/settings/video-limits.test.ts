import { afterEach, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../../contract/settings/index.ts';
import { choicesWithin, readVideoLimits, reduceToLimits } from './video-limits.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    { maxResolution: '720p', maxFps: '30' },
    { maxResolution: '720p', maxFps: 30 },
  ],
  [{}, { maxResolution: '4k', maxFps: 120 }],
])('the limits of the page with %j are %j', (dataset, limits) => {
  vi.stubGlobal('document', { documentElement: { dataset } });
  expect(readVideoLimits()).toEqual(limits);
});

test.each([
  ['4k', 120, ['480p', '720p', '1080p', '4k'], [30, 60, 120]],
  ['1080p', 60, ['480p', '720p', '1080p'], [30, 60]],
  ['480p', 30, ['480p'], [30]],
] as const)('with the limits %s and %d, the form offers only these', (maxResolution, maxFps, resolution, fps) => {
  expect(choicesWithin({ maxResolution, maxFps })).toEqual({ resolution, fps });
});

test('settings within the limits stay the same object', () => {
  expect(reduceToLimits(defaultSettings, { maxResolution: '1080p', maxFps: 60 })).toBe(defaultSettings);
});

test('defaults and stored settings above the limits are reduced to them', () => {
  const limits = { maxResolution: '720p', maxFps: 30 } as const;
  const reduced = { resolution: '720p', fps: 30 };
  expect(reduceToLimits(defaultSettings, limits).settings).toEqual(reduced);
  const stored = { ...defaultSettings, settings: { resolution: '4k', fps: 120, cursor_size: 2 } } as const;
  expect(reduceToLimits(stored, limits)).toEqual({ ...stored, settings: { ...reduced, cursor_size: 2 } });
  const smaller = { ...defaultSettings, settings: { resolution: '480p', fps: 30 } } as const;
  expect(reduceToLimits(smaller, limits)).toBe(smaller);
});
