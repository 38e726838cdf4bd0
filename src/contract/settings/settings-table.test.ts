import { expect, test } from 'vitest';
import { renderOptionsOf } from './render-options.ts';
import { isValueOf, type Setting } from './setting.ts';
import { defaultSettings, layoutSettingNames, settingNames, settingsTable } from './settings-table.ts';

const rows: [string, Setting][] = Object.values(settingsTable).flatMap((group) => Object.entries<Setting>(group));

test.each(rows)('%s has a snake-case name, a one-line description and a valid default', (name, row) => {
  expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  expect(row.description).toMatch(/^[A-Z][^\n|]*\.$/);
  expect(isValueOf(row, row.default)).toBe(true);
});

test('no setting for several replays has the name of another setting', () => {
  const others = new Set<string>([...Object.keys(settingsTable.fields), ...settingNames]);
  expect(layoutSettingNames.filter((name) => others.has(name))).toEqual([]);
});

test('settings that are not submitted have the defaults of the table', () => {
  expect(renderOptionsOf(defaultSettings)).toMatchObject({ cursorSize: 1 });
  expect(renderOptionsOf({ ...defaultSettings, settings: { cursor_size: 2 } })).toMatchObject({ cursorSize: 2 });
});

test('a row is an option of its name in camel case', () => {
  // The size has two rows for one pair of options; a skin is a file to the renderer; a clip is absent by default.
  const others = ['skin', 'bg_dim', 'resolution', 'vertical', 'clip_start', 'clip_end'];
  const names = new Set(
    [...Object.keys(settingsTable.fields), ...settingNames].filter((name) => !others.includes(name)),
  );
  const options = new Set(Object.keys(renderOptionsOf(defaultSettings)));
  for (const name of ['width', 'height', 'backgroundDim']) expect(options.delete(name)).toBe(true);
  const inSnakeCase = [...options].map((option) => option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(inSnakeCase.sort()).toEqual([...names].sort());
});
