import { expect, test } from 'vitest';
import { defaultSettings, type renderOptionsOf } from '../../contract/index.ts';
import type { RenderOptions } from '../../rendering/render/index.ts';
import { jobRenderOptions } from './render-options.ts';

const encoding = { encoder: 'libx264', preset: 'veryfast', crf: 20 };

/** Does not compile if a row of the settings table is no option of the renderer. */
const hasEveryOption: keyof ReturnType<typeof renderOptionsOf> extends keyof RenderOptions ? true : never = true;

test('the settings of a job become render options', () => {
  expect(hasEveryOption).toBe(true);
  const options = jobRenderOptions({ ...defaultSettings, settings: { cursor_size: 2 } }, encoding);
  expect(options).toMatchObject({ width: 1920, height: 1080, fps: 60, cursorSize: 2, keyOverlay: true, crf: 20 });
});

test.each([
  [{ resolution: '480p' }, { width: 854, height: 480 }],
  [{ resolution: '720p' }, { width: 1280, height: 720 }],
  [{ vertical: true }, { width: 1080, height: 1920 }],
  [
    { vertical: true, resolution: '720p' },
    { width: 720, height: 1280 },
  ],
  [{ fps: 120 }, { fps: 120, width: 1920 }],
  [
    { clip_start: -0.5, clip_end: 12 },
    { start: -500, end: 12_000 },
  ],
  [{ clip_start: 0 }, { start: 0 }],
] as const)('%j becomes %j', (settings, options) => {
  expect(jobRenderOptions({ ...defaultSettings, settings }, encoding)).toMatchObject(options);
});

test('without a clip, the whole play is rendered', () => {
  const options = jobRenderOptions({ ...defaultSettings, settings: { clip_start: null } }, encoding);
  expect(options).not.toHaveProperty('start');
  expect(options).not.toHaveProperty('end');
});
