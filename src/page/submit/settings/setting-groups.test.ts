import { expect, test } from 'vitest';
import { fieldNames, settingNames, settingsTable } from '../../../contract/settings/index.ts';
import { de } from '../../words/de.ts';
import { en } from '../../words/en.ts';
import { flagGroups, settingGroups } from './setting-groups.ts';
import { settingUnits } from './setting-units.ts';

test('every switch of the form is in exactly one group', () => {
  const flags = fieldNames.filter((name) => settingsTable.fields[name].kind === 'flag');
  expect(Object.values(flagGroups).flat().sort()).toEqual(flags.sort());
});

test('every setting except the video size and the clip is in exactly one group', () => {
  const shown = Object.values(settingGroups).flat();
  expect([...shown, 'resolution', 'clip_start', 'clip_end'].sort()).toEqual([...settingNames].sort());
});

test.each([
  ['English', en],
  ['German', de],
] as const)('every setting in a named group has a label in %s', (_, words) => {
  const { other, ...placed } = settingGroups;
  const names = Object.values(placed).flat();
  expect(names.filter((name) => words.settings[name] === undefined)).toEqual([]);
});

test('every number of the form has a unit', () => {
  const rows = { ...settingsTable.fields, ...settingsTable.settings };
  const numbers = Object.entries(rows).filter(([, { kind }]) => kind === 'number');
  const names = numbers.map(([name]) => name).filter((name) => !name.startsWith('clip_'));
  expect(Object.keys(settingUnits).sort()).toEqual(names.sort());
});
