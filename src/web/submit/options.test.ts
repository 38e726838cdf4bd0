import { expect, test } from 'vitest';
import { defaultRenderSettings } from '../../contract/plain/index.ts';
import { isOptions, presetOf, presets } from './options.ts';

test('what the form begins with is what the service does without being asked', () => {
  expect(presetOf(defaultRenderSettings)).toBe('standard');
});

test.each(Object.keys(presets) as (keyof typeof presets)[])(
  '%s is known by its settings, whatever the skin',
  (name) => {
    expect(presetOf({ ...presets[name], skin: 'Another' })).toBe(name);
    expect(isOptions(presets[name])).toBe(true);
  },
);

test('a changed setting is no preset any more', () => {
  expect(presetOf({ ...defaultRenderSettings, bg_dim: 0.33 })).toBeNull();
});

test.each([
  null,
  'text',
  {},
  { ...defaultRenderSettings, skin: '../x' },
  { ...defaultRenderSettings, resolution: '8k' },
  { ...defaultRenderSettings, bg_dim: 2 },
  { ...defaultRenderSettings, video: 'yes' },
  { ...defaultRenderSettings, another: true },
])('%j are no settings', (stored) => {
  expect(isOptions(stored)).toBe(false);
});
