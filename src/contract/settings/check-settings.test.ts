import { expect, test } from 'vitest';
import { isSubmittedSettings } from './check-settings.ts';
import { defaultSettings } from './settings-table.ts';

test.each([
  defaultSettings,
  { ...defaultSettings, skin: 'Another', resolution: '4k', bg_dim: 0.5, video: true },
  { ...defaultSettings, settings: { cursor_size: 2, clip_start: null } },
])('%j are submitted settings', (value) => {
  expect(isSubmittedSettings(value)).toBe(true);
});

const { settings: _, ...withoutSettings } = defaultSettings;
const { video: __, ...withoutVideo } = defaultSettings;

test.each([
  null,
  'text',
  {},
  withoutSettings,
  withoutVideo,
  { ...defaultSettings, skin: '../x' },
  { ...defaultSettings, resolution: '8k' },
  { ...defaultSettings, bg_dim: 2 },
  { ...defaultSettings, video: 'yes' },
  { ...defaultSettings, another: true },
  { ...defaultSettings, settings: { cursor_size: 'huge' } },
  { ...defaultSettings, settings: { no_such_setting: 1 } },
  // A submission has one replay: settings for several would have no effect.
  { ...defaultSettings, settings: { layout: 'ghosts' } },
  { ...defaultSettings, settings: { knockout_lives: 2 } },
])('%j are not submitted settings', (value) => {
  expect(isSubmittedSettings(value)).toBe(false);
});
