import { expect, test } from 'vitest';
import type { Job } from '../../../contract/index.ts';
import { defaultSettings } from '../../../contract/settings/index.ts';
import { momentSettings } from './make-video.ts';

test('a video of moments has the look of the other video, and is no clip', () => {
  const config = {
    ...defaultSettings,
    skin: 'Mine',
    settings: { clip_start: 10, clip_end: 20, fps: 30, moments: 'best' },
    replay_stats: { '300s': 1 },
  } as unknown as Job['config'];
  expect(momentSettings(config, 'hardest')).toEqual({
    ...defaultSettings,
    skin: 'Mine',
    settings: { fps: 30, moments: 'hardest' },
  });
});
