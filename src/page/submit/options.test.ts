import { expect, test } from 'vitest';
import { defaultRenderSettings } from '../../contract/plain/index.ts';
import { defaultOptions, isOptions, isOwnPresets, isSamePreset, presets } from './options.ts';

const { skin: _, ...standard } = defaultOptions;

test('what the form begins with is what the service does without being asked', () => {
  expect(defaultOptions).toEqual({ ...defaultRenderSettings, settings: {} });
  expect(isSamePreset(presets.standard, standard)).toBe(true);
});

test.each(Object.keys(presets) as (keyof typeof presets)[])('%s is known by its choices, in whatever order', (name) => {
  const turned = Object.fromEntries(Object.entries(presets[name]).reverse()) as unknown as typeof standard;
  expect(isSamePreset(presets[name], turned)).toBe(true);
  expect(isOptions({ skin: 'Another', ...presets[name] })).toBe(true);
});

test('a changed choice is no preset any more', () => {
  expect(isSamePreset(presets.standard, { ...standard, bg_dim: 0.33 })).toBe(false);
  expect(isSamePreset(presets.standard, { ...standard, settings: { cursor_size: 2 } })).toBe(false);
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
  expect(isOwnPresets({ mine: defaultOptions })).toBe(false);
  expect(isOwnPresets([presets.cinema])).toBe(false);
});
