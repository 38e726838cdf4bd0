import { expect, test } from 'vitest';
import { defaultRenderSettings, type SettingOptions } from '../contract/index.ts';
import type { RenderOptions } from '../render/index.ts';
import { renderOptionsOf } from './render-options.ts';

const encoding = { encoder: 'libx264', preset: 'veryfast', crf: 20 };

/** Every setting is an option of the render, or this does not compile: one that nobody obeys is a mistake. */
const obeyed: keyof SettingOptions extends keyof RenderOptions ? true : never = true;

test('a job’s settings are options of its render', () => {
  expect(obeyed).toBe(true);
  const options = renderOptionsOf({ ...defaultRenderSettings, settings: { cursor_size: 2 } }, encoding);
  expect(options).toMatchObject({ width: 1920, height: 1080, fps: 60, cursorSize: 2, keyOverlay: true });
});
