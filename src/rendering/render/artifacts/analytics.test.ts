import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syntheticFrames, syntheticMap } from '../../../../test/support/beatmaps/synthetic-map.ts';
import { buildReplay } from '../../../../test/support/replays/build-replay.ts';
import { md5Hex } from '../../../game/md5.ts';
import { createRosuPp } from '../../../game/pp/index.ts';
import { writeReplay } from '../../../game/replay/index.ts';
import { playKnockout, trackOf } from '../../../game/together/index.ts';
import { openPlay } from '../../scene-loader/index.ts';
import { type AnalyticsOptions, writeAnalytics } from './analytics.ts';

const osu = syntheticMap(40);
const frames = syntheticFrames(40, 15);
/** Nothing is pressed from the fifth second on. */
const idle = { ...frames, keys: frames.keys.map((keys, i) => (frames.times[i]! < 5000 ? keys : 0)) };
const noFiles = { names: [], read: () => null };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-analytics-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function opened(played: typeof frames, score = 0) {
  const replay = buildReplay({ frames: played, header: { beatmapMd5: md5Hex(osu), modBits: 0, score } });
  const files = { replay: writeReplay(replay), beatmap: { files: noFiles, osu } };
  return openPlay(files, createRosuPp(), () => {});
}

test('the analytics list the mistakes of the play and of every player with their causes', async () => {
  const file = join(folder, 'analytics.json');
  await writeAnalytics(opened(idle), file, { others: [opened(frames)] });
  const { mistakes, players } = JSON.parse(await readFile(file, 'utf8'));
  expect(mistakes[0]).toMatchObject({ object: 16, part: 'circle', result: 'miss', cause: 'no-press', combo_lost: 24 });
  expect(mistakes[0].pp_lost).toBeGreaterThan(0);
  expect(players.map((player: { mistakes: unknown[] }) => player.mistakes.length)).toEqual([mistakes.length, 0]);
  expect(players[0].mistakes).toEqual(mistakes);
});

test('the analytics of players who are compared have their places, and when they left a knockout', async () => {
  const plays = [opened(idle, 1000), opened(frames, 2000)] as const;
  const tracks = plays.map((play, i) => trackOf({ ...play, number: i + 1 }));
  const knockout = playKnockout(tracks, { lives: 2, from: 0, counts: 'break', orderBy: 'score' });
  const endings = async (together: AnalyticsOptions['together']) => {
    const file = join(folder, 'places.json');
    await writeAnalytics(plays[0], file, { others: [plays[1]], together });
    const { players } = JSON.parse(await readFile(file, 'utf8'));
    return players.map(({ place, dropped_out_at }: Record<string, unknown>) => [place, dropped_out_at]);
  };
  const [dropOut] = knockout.dropOuts;
  expect(await endings({ tracks, knockout, orderBy: 'score' })).toEqual([
    [2, dropOut!.time],
    [1, null],
  ]);
  expect(await endings({ tracks, knockout: null, orderBy: 'score' })).toEqual([
    [2, undefined],
    [1, undefined],
  ]);
  expect(await endings(undefined)).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
});
