import { expect, test } from 'vitest';
import { defaultSettings, type SubmittedSettings } from '../../../contract/index.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';
import { applyVideoLimits } from './video-limits.ts';

type Limits = Parameters<typeof applyVideoLimits>[1];
const noLimits: Limits = { maxResolution: '4k', maxFps: 120 };
const submitted = (settings: SubmittedSettings['settings'], resolution: '1080p' | '4k' = '1080p') => ({
  ...defaultSettings,
  resolution,
  settings,
});

test.each<[what: string, SubmittedSettings, Partial<Limits>, SubmittedSettings['settings']]>([
  ['everything without limits', submitted({ fps: 120 }, '4k'), {}, { fps: 120 }],
  [
    'what equals the limits',
    submitted({ fps: 30, resolution: '720p' }),
    { maxResolution: '720p', maxFps: 30 },
    { fps: 30, resolution: '720p' },
  ],
  ['an upright video', submitted({ vertical: true }), { maxResolution: '1080p' }, { vertical: true }],
  ['the default size, reduced', submitted({}), { maxResolution: '720p' }, { resolution: '720p' }],
  ['the default rate, reduced', submitted({}), { maxFps: 30 }, { fps: 30 }],
])('the limits accept %s', (_, settings, limits, expected) => {
  expect(applyVideoLimits(settings, { ...noLimits, ...limits })).toEqual({ ...settings, settings: expected });
});

test.each<[what: string, SubmittedSettings, Partial<Limits>, fields: string[]]>([
  ['a size in the form field', submitted({}, '4k'), { maxResolution: '1080p' }, ['resolution']],
  ['a size in the settings', submitted({ resolution: '720p' }), { maxResolution: '480p' }, ['settings.resolution']],
  ['a rate', submitted({ fps: 60 }), { maxFps: 30 }, ['settings.fps']],
  ['both', submitted({ fps: 120 }, '4k'), { maxResolution: '1080p', maxFps: 60 }, ['resolution', 'settings.fps']],
])('the limits refuse %s above them', (_, settings, limits, fields) => {
  try {
    applyVideoLimits(settings, { ...noLimits, ...limits });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequest);
    expect((error as InvalidRequest).errors.map(({ field }) => field)).toEqual(fields);
  }
});
