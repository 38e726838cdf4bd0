import { describe, expect, test } from 'vitest';
import type { Setting } from './plain/setting.ts';
import { checkSettings, settingOptionsOf, settingsTable } from './plain/settings.ts';
import { chosenSettings, readSettings } from './settings.ts';

const rows = Object.entries<Setting>(settingsTable);

describe.each(rows)('%s', (name, setting) => {
  test('is named and described as the others are', () => {
    expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(setting.description).toMatch(/^[A-Z][^\n|]*\.$/);
  });

  test('is by default what it may be', () => {
    expect(checkSettings({ [name]: setting.default })).toEqual({ settings: { [name]: setting.default } });
  });

  test.each(samplesOf(setting))('%j: accepted %j, by the check as by the schema', (value, isValid) => {
    expect('settings' in checkSettings({ [name]: value })).toBe(isValid);
    expect(chosenSettings.safeParse({ [name]: value }).success).toBe(isValid);
  });
});

/** Values on both sides of every boundary. */
function samplesOf(setting: Setting): [unknown, boolean][] {
  const isNumber = setting.kind === 'number';
  return [
    [null, setting.default === null],
    [true, setting.kind === 'flag'],
    ['true', false],
    [[], false],
    [{}, false],
    [Number.NaN, false],
    ...(isNumber
      ? ([
          [setting.min, true],
          [setting.max, true],
          [setting.min - 0.001, false],
          [setting.max + 0.001, false],
        ] satisfies [number, boolean][])
      : []),
    ...(setting.kind === 'choice' ? setting.of.map((value): [unknown, boolean] => [value, true]) : []),
  ];
}

test('a name nobody knows is refused, and named', () => {
  expect(readSettings('{"cursor_sise": 2}')).toEqual({
    errors: [{ field: 'settings.cursor_sise', message: 'There is no setting "cursor_sise".' }],
  });
});

test('a value out of range is refused with what it may be', () => {
  expect(readSettings('{"cursor_size": 9}')).toEqual({
    errors: [{ field: 'settings.cursor_size', message: 'cursor_size must be a number from 0.1 to 5.' }],
  });
});

test.each(['', '\u0000', '[]', 'null', '3', '"cursor_size"', '{"cursor_size": 1', '{cursor_size: 1}'])(
  '%j is no object of settings',
  (text) => {
    expect(readSettings(text)).toEqual({
      errors: [{ field: 'settings', message: 'Must be a JSON object of settings.' }],
    });
  },
);

test.each(['__proto__', 'constructor', 'toString'])('%s is no setting, though every object has one', (name) => {
  expect(readSettings(`{"${name}": 1}`)).toHaveProperty('errors');
});

test('of endless mistakes with endless names, a few are told', () => {
  const asked = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${'x'.repeat(500)}`, 1]));
  const read = readSettings(JSON.stringify(asked));
  expect(JSON.stringify(read).length).toBeLessThan(4_000);
});

test('what was not chosen is as the table says, in camel case', () => {
  expect(settingOptionsOf({})).toMatchObject({ cursorSize: 1 });
  expect(settingOptionsOf({ cursor_size: 2 })).toMatchObject({ cursorSize: 2 });
  expect(Object.keys(settingOptionsOf({}))).toHaveLength(rows.length);
});
