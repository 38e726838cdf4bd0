import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildReplay } from '../../../../test/support/build-replay.ts';
import { syntheticFrames, syntheticMap } from '../../../../test/support/synthetic-map.ts';
import { md5Hex } from '../../../game/md5.ts';
import { createRosuPp } from '../../../game/pp/index.ts';
import { writeReplay } from '../../../game/replay/index.ts';
import { openPlay } from '../../scene-loader/index.ts';
import { writeAnalytics } from './analytics.ts';

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

function opened(played: typeof frames) {
  const replay = buildReplay({ frames: played, header: { beatmapMd5: md5Hex(osu), modBits: 0 } });
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
