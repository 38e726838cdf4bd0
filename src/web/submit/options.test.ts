import { expect, test } from 'vitest';
import { defaultRenderSettings } from '../../contract/plain/index.ts';
import { defaultOptions, isOptions, isOwnPresets, isSamePreset, presets } from './options.ts';

test('what the form begins with is what the service does without being asked', () => {
  expect(defaultOptions).toEqual({ ...defaultRenderSettings, settings: {} });
  expect(isSamePreset(presets.standard, defaultOptions)).toBe(true);
});

test.each(Object.keys(presets) as (keyof typeof presets)[])(
  '%s is known by its choices, whatever the skin and the order',
  (name) => {
    const options = { skin: 'Another', ...presets[name] };
    const turned = Object.fromEntries(Object.entries(options).reverse()) as unknown as typeof options;
    expect(isSamePreset(presets[name], turned)).toBe(true);
    expect(isOptions(options)).toBe(true);
  },
);

test('a changed choice is no preset any more', () => {
  expect(isSamePreset(presets.standard, { ...defaultOptions, bg_dim: 0.33 })).toBe(false);
  expect(isSamePreset(presets.standard, { ...defaultOptions, settings: { cursor_size: 2 } })).toBe(false);
});

test.each([
  null,
  'text',
  {},
  defaultRenderSettings,
  { ...defaultOptions, skin: '../x' },
  { ...defaultOptions, resolution: '8k' },
  { ...defaultOptions, bg_dim: 2 },
  { ...defaultOptions, video: 'yes' },
  { ...defaultOptions, another: true },
  { ...defaultOptions, settings: { cursor_size: 'huge' } },
  { ...defaultOptions, settings: { no_such_thing: 1 } },
])('%j are no options', (stored) => {
  expect(isOptions(stored)).toBe(false);
});

test('presets of one’s own are checked one by one', () => {
  expect(isOwnPresets({})).toBe(true);
  expect(isOwnPresets({ mine: presets.cinema })).toBe(true);
  expect(isOwnPresets({ mine: presets.cinema, broken: {} })).toBe(false);
  expect(isOwnPresets([presets.cinema])).toBe(false);
});
