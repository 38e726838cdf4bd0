import { expect, test } from 'vitest';
import { settingNames } from '../../contract/zod-free/index.ts';
import { de } from '../words/de.ts';
import { en } from '../words/en.ts';
import { settingGroups } from './setting-groups.ts';

test('every setting except the video size is in exactly one group', () => {
  const shown = Object.values(settingGroups).flat();
  expect([...shown].sort()).toEqual(settingNames.filter((name) => name !== 'resolution').sort());
});

test.each([
  ['English', en],
  ['German', de],
] as const)('every setting in a named group has words in %s', (_, words) => {
  const { others, ...placed } = settingGroups;
  const names = Object.values(placed).flat();
  expect(names.filter((name) => words.settings[name] === undefined)).toEqual([]);
});
