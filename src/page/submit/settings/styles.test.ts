import { expect, test } from 'vitest';
import { defaultSettings, type Style, builtInStyles as styles } from '../../../contract/settings/index.ts';
import { changeIn, differences, isSavedStyles, resetTo, valueIn } from './styles.ts';

const { skin: _, ...standard } = defaultSettings;

test('the standard style is what the service renders by default', () => {
  expect(differences(styles.standard, standard)).toEqual([]);
});

test('differences are found in form fields and settings, and a default counts as not set', () => {
  expect(differences(styles.standard, { ...standard, bg_dim: 0.33 })).toEqual(['bg_dim']);
  expect(differences(styles.standard, { ...standard, settings: { cursor_size: 2 } })).toEqual(['cursor_size']);
  expect(differences(styles.standard, { ...standard, settings: { fps: 60 } })).toEqual([]);
  expect(differences(styles.standard, styles.cinema)).toEqual(['bg_dim', 'video', 'hit_error_meter', 'key_overlay']);
});

test('the resolution is one difference, whether it is a form field or a setting', () => {
  expect(differences(styles.standard, { ...standard, resolution: '4k' })).toEqual(['resolution']);
  expect(differences(styles.standard, { ...standard, settings: { resolution: '480p' } })).toEqual(['resolution']);
});

test('a clip is no difference, because it belongs to a replay', () => {
  expect(differences(styles.standard, { ...standard, settings: { clip_start: 3 } })).toEqual([]);
});

test.each<[what: string, current: Style]>([
  ['a form field', { ...standard, storyboard: false }],
  ['the resolution as a form field', { ...standard, resolution: '4k' }],
  ['the resolution as a setting', { ...standard, settings: { resolution: '480p' } }],
  ['a setting', { ...standard, settings: { cursor_size: 2 } }],
])('%s is reset to a style without touching anything else', (_what, current) => {
  const changed = { ...current, motion_blur: false };
  const [name] = differences(styles.standard, current);
  expect(differences(styles.standard, resetTo(styles.standard, changed, name!))).toEqual(['motion_blur']);
});

test('a setting is reset to the value of a saved style', () => {
  const saved: Style = { ...standard, settings: { fps: 120, resolution: '720p' } };
  expect(resetTo(saved, { ...standard, settings: { fps: 30, resolution: '720p' } }, 'fps')).toEqual(saved);
  expect(resetTo(saved, { ...saved, settings: { fps: 120 } }, 'resolution')).toEqual(saved);
});

test('saved styles are valid only if each of them is', () => {
  expect(isSavedStyles({})).toBe(true);
  expect(isSavedStyles({ mine: styles.cinema })).toBe(true);
  expect(isSavedStyles({ mine: styles.cinema, broken: {} })).toBe(false);
  expect(isSavedStyles({ mine: defaultSettings })).toBe(false);
  expect(isSavedStyles([styles.cinema])).toBe(false);
});

test.each([
  ['bg_dim', 0.4, { bg_dim: 0.4 }],
  ['cursor_size', 2, { settings: { cursor_size: 2 } }],
  ['cursor_size', 1, { settings: {} }],
  ['resolution', '4k', { resolution: '4k', settings: {} }],
  ['resolution', '720p', { settings: { resolution: '720p' } }],
] as const)('a change of %s to %s is sent in the right place, and a default is not sent', (name, value, expected) => {
  const changed = changeIn(standard, name, value);
  expect(changed).toEqual({ ...standard, ...expected });
  expect(valueIn(changed, name)).toBe(value);
});
