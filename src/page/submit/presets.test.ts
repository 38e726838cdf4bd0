import { expect, test } from 'vitest';
import { defaultSettings } from '../../contract/settings/index.ts';
import { isSamePreset, isSavedPresets, presets } from './presets.ts';

const { skin: _, ...standard } = defaultSettings;

test('the standard preset is what the service renders by default', () => {
  expect(isSamePreset(presets.standard, standard)).toBe(true);
});

test.each(Object.keys(presets) as (keyof typeof presets)[])(
  '%s is recognized by its values, whatever their order',
  (name) => {
    const reversed = Object.fromEntries(Object.entries(presets[name]).reverse()) as unknown as typeof standard;
    expect(isSamePreset(presets[name], reversed)).toBe(true);
  },
);

test('changed settings are no longer the same preset', () => {
  expect(isSamePreset(presets.standard, { ...standard, bg_dim: 0.33 })).toBe(false);
  expect(isSamePreset(presets.standard, { ...standard, settings: { cursor_size: 2 } })).toBe(false);
});

test('saved presets are valid only if each of them is', () => {
  expect(isSavedPresets({})).toBe(true);
  expect(isSavedPresets({ mine: presets.cinema })).toBe(true);
  expect(isSavedPresets({ mine: presets.cinema, broken: {} })).toBe(false);
  expect(isSavedPresets({ mine: defaultSettings })).toBe(false);
  expect(isSavedPresets([presets.cinema])).toBe(false);
});
