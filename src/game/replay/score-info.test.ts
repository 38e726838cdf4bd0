import { expect, test } from 'vitest';
import { parseScoreInfo } from './score-info.ts';

const parse = (json: unknown) =>
  parseScoreInfo(new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json)));

const empty = {
  mods: [],
  statistics: {},
  maximumStatistics: {},
  clientVersion: '',
  rank: null,
  totalScoreWithoutMods: null,
};

test('reads the score details of lazer with mod settings', () => {
  const info = parse({
    online_id: 1,
    mods: [{ acronym: 'HT', settings: { speed_change: 0.88 } }, { acronym: 'HD' }],
    statistics: { great: 10, miss: 1 },
    maximum_statistics: { great: 11 },
    client_version: '2024.906.2-lazer',
    rank: 'A',
    total_score_without_mods: 475208,
    pauses: [1, 2],
  });
  expect(info).toEqual({
    mods: [
      { acronym: 'HT', settings: { speed_change: 0.88 } },
      { acronym: 'HD', settings: {} },
    ],
    statistics: { great: 10, miss: 1 },
    maximumStatistics: { great: 11 },
    clientVersion: '2024.906.2-lazer',
    rank: 'A',
    totalScoreWithoutMods: 475208,
  });
});

test.each([
  ['an empty object', {}],
  ['a list', []],
  ['a number', 5],
  ['null', null],
  [
    'keys of the wrong type',
    { mods: 'HD', statistics: [1], client_version: 5, rank: {}, total_score_without_mods: 0.5 },
  ],
  ['malformed mods', { mods: [null, 5, 'HD', {}, { acronym: 5 }] }],
  ['malformed counts', { statistics: { great: -1, ok: 'x', meh: 1.5, miss: null } }],
])('treats %s as missing values', (_, json) => {
  expect(parse(json)).toEqual(empty);
});

test('settings keep primitive values only', () => {
  const json = '{"mods":[{"acronym":"DA","settings":{"a":1,"b":"x","c":true,"d":null,"e":[1],"__proto__":{"f":1}}}]}';
  expect(parse(json).mods[0]?.settings).toEqual({ a: 1, b: 'x', c: true, d: null });
});

test.each(['{', '', '{"mods":', 'great'])('refuses %j, which is not JSON', (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'replay/unreadable' }));
});

test.each(['hd', 'TOOLONG', '__proto__', ''])('refuses the mod acronym %j', (acronym) => {
  expect(() => parse({ mods: [{ acronym }] })).toThrow(expect.objectContaining({ code: 'replay/unreadable' }));
});

test('limits the number of mods and statistics', () => {
  const mods = Array.from({ length: 1000 }, () => ({ acronym: 'HD' }));
  const statistics = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`key${i}`, i]));
  const info = parse({ mods, statistics });
  expect(info.mods).toHaveLength(64);
  expect(Object.keys(info.statistics)).toHaveLength(128);
});

test('parses JSON nested 100,000 levels deep without a stack overflow', () => {
  expect(parse(`{"mods":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual(empty);
});
