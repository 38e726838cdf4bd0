import { expect, test } from 'vitest';
import { settingsTable } from '../../contract/plain/index.ts';
import { de } from '../words/de.ts';
import { en } from '../words/en.ts';
import { settingGroups } from './setting-groups.ts';

test('every setting is in one group, but the size of the video, which the form has above them', () => {
  const shown = Object.values(settingGroups).flat();
  expect([...shown].sort()).toEqual(
    Object.keys(settingsTable)
      .filter((name) => name !== 'resolution')
      .sort(),
  );
});

test.each([
  ['English', en],
  ['German', de],
] as const)('every setting that has a place has words in %s', (_, words) => {
  const { others, ...placed } = settingGroups;
  const names = Object.values(placed).flat();
  expect(names.filter((name) => words.settings[name] === undefined)).toEqual([]);
});
