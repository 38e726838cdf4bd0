import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFrames, buildReplay } from '../../../test/support/replays/build-replay.ts';
import { readReplay, type ScoreInfo, type WritableReplay, writeReplay } from './index.ts';

const noFrames = buildFrames([]);
const scoreInfo: ScoreInfo = {
  mods: [
    { acronym: 'DT', settings: { speed_change: 1.25 } },
    { acronym: 'CL', settings: {} },
  ],
  statistics: { great: 3, miss: 1 },
  maximumStatistics: { great: 4 },
  clientVersion: '2025.912.0-lazer',
  rank: 'A',
  totalScoreWithoutMods: 900000,
};

/** Removes the positions of the compressed parts. */
function withoutSpans(replay: WritableReplay): unknown {
  const { frames: _, scoreInfo: __, ...header } = replay.header as ReturnType<typeof readReplay>['header'];
  return { ...replay, header };
}

test.each([
  ['an ordinary play', {}],
  ['no seed', { seed: null }],
  ['no frames and no seed', { frames: noFrames, seed: null }],
  ['a seed and no frames', { frames: noFrames }],
  ['a client of 2013', { header: { version: 20130131, onlineId: 77n } }],
  ['a client of 2010', { header: { version: 20100101, onlineId: null } }],
  ['Target Practice', { header: { modBits: 1 << 23 } }],
  ['the first lazer files', { header: { version: 30000000, onlineId: -1n } }],
  ['lazer with score details', { header: { version: 30000016, onlineId: -1n }, scoreInfo }],
  ['lazer without score details', { header: { version: 30000016, onlineId: -1n } }],
  ['no names and no date', { header: { player: '', replayMd5: '', playedAtUnixMs: null, lifeGraph: [] } }],
])('reading returns what was written: %s', (_, changes) => {
  const replay = buildReplay(changes);
  expect(withoutSpans(readReplay(writeReplay(replay)))).toEqual(withoutSpans(replay));
});

test('any frames survive writing and reading', () => {
  const coordinate = fc.float({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
  const frame = fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), coordinate, coordinate, fc.nat(31));
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 60 }), (rows) => {
      // This delta would mark the entry as the seed.
      fc.pre(rows.every((row, i) => row[0] - (rows[i - 1]?.[0] ?? 0) !== -12345));
      const frames = buildFrames(rows);
      expect(readReplay(writeReplay(buildReplay({ frames }))).frames).toEqual(frames);
    }),
  );
});

test('any player name survives writing and reading', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (player) => {
      expect(readReplay(writeReplay(buildReplay({ header: { player } }))).header.player).toBe(player);
    }),
  );
});
