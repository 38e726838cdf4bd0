import { expect, test } from 'vitest';
import { buildFrames, buildReplay, windingFrames } from '../../../test/support/replays/build-replay.ts';
import { readReplay, type WritableReplay, writeReplay } from '../replay/index.ts';
import { analyticsJson, analyticsOf, type PlayAnalytics } from './index.ts';

const read = (replay: WritableReplay) => readReplay(writeReplay(replay));

test('contains the header, and every frame in whole milliseconds and pixels', () => {
  const replay = read(
    buildReplay({
      header: { modBits: 8 | 64 | 512 },
      frames: buildFrames([
        [0, 256, -500, 0],
        [17, 10.5, -0.4, 5],
        [33, 10.49, 20.51, 31],
      ]),
    }),
  );
  expect(analyticsOf(replay)).toEqual({
    identity: {
      username: 'プレイヤー one',
      beatmap_hash: '0123456789abcdef0123456789abcdef',
      game_mode: 'osu!standard',
    },
    performance: { score: 1234567, max_combo: 321, perfect: false, mods: ['NC', 'HD'], pp_earned: 0 },
    hit_counts: { '300s': 300, '100s': 20, '50s': 3, misses: 2, geki: 40, katu: 5 },
    life_bar: [
      { time: 100, health: 1 },
      { time: 2100, health: 0.5 },
    ],
    frames: [
      { t: 0, x: 256, y: -500, keys: 0 },
      { t: 17, x: 11, y: 0, keys: 5 },
      { t: 33, x: 10, y: 21, keys: 31 },
    ],
  });
});

test('a judged play adds its own keys and its pp', () => {
  const replay = read(buildReplay({ frames: windingFrames(3) }));
  const play = { accuracy: 0.5, hits: [] } as unknown as PlayAnalytics;
  const { accuracy, hits, ...record } = JSON.parse([...analyticsJson(replay, { pp: 61.5, play })].join(''));
  const alone = analyticsOf(replay);
  expect({ accuracy, hits }).toEqual(play);
  expect(record).toEqual({ ...alone, performance: { ...alone.performance, pp_earned: 61.5 } });
});

test.each([0, 1, 4095, 4096, 4097, 10_000])('the JSON chunks of %d frames parse to the same record', (count) => {
  const replay = read(buildReplay({ frames: windingFrames(count) }));
  const pieces = [...analyticsJson(replay)];
  expect(JSON.parse(pieces.join(''))).toEqual(analyticsOf(replay));
  expect(pieces[0]?.startsWith('{"identity":')).toBe(true);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(256 * 1024);
});
