import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modsOf } from '../../src/game/mods/index.ts';
import { judge } from '../../src/game/play/index.ts';
import { createRosuPp } from '../../src/game/pp/index.ts';
import { readReplay } from '../../src/game/replay/index.ts';
import { archiveFiles, openTogether } from '../../src/rendering/scene-loader/index.ts';
import { togetherDefaults } from '../support/build-together.ts';
import { sharedData } from '../support/shared-data.ts';

/** Four plays of one map. */
const replays = ['jamu', 'jamu-2', 'tybug2', 'tybug2-2'].map(
  (player) => `replays/harumachi-clover-swing_oh-no_NM_${player}.osr`,
);
const set = 'beatmaps/harumachi-clover.osz';

if (sharedData === null) console.log('No shared data: real plays are not compared here.');

describe.runIf(sharedData !== null)('four real replays of one map', () => {
  const data = sharedData ?? '';
  const named = () => replays.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(data, name))) }));
  const open = (layout: 'ghosts' | 'knockout') =>
    openTogether(
      {
        replays: named(),
        beatmap: { files: archiveFiles(new Uint8Array(readFileSync(join(data, set)))) },
        together: { ...togetherDefaults, layout },
      },
      createRosuPp(),
      () => {},
    );

  test('have the counts, combo, score and accuracy that they have alone', () => {
    const { opened, together } = open('ghosts');
    const alone = named().map(({ bytes }) => {
      const replay = readReplay(bytes);
      return judge(opened.beatmap, replay, modsOf(replay)).result;
    });
    expect(together.tracks.map(({ result }) => result)).toEqual(alone);
    const headers = named().map(({ bytes }) => readReplay(bytes).header);
    expect(together.tracks.map(({ shown }) => shown.score)).toEqual(headers.map(({ score }) => score));
  });

  test('have a winner, who plays to the end', () => {
    const { opened, together } = open('knockout');
    const { places, dropOuts } = together.knockout ?? { places: [], dropOuts: [] };
    expect(places.toSorted()).toEqual([1, 2, 3, 4]);
    expect(dropOuts[together.shown]).toBeNull();
    expect(opened.replay.header.player).toBe(together.tracks[together.shown]?.name);
  });
});
