import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PpCalculator } from '../../src/game/pp/index.ts';
import { folderFiles, packedFiles } from '../../src/rendering/render/index.ts';
import { openSplit, openTogether } from '../../src/rendering/scene-loader/index.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { courseOf, expectSameCourse } from '../support/replays/expect-same-course.ts';
import { judgePair, type RealPair, realPairs } from '../support/replays/real-pairs.ts';
import { readRealReplay } from '../support/replays/real-replays.ts';
import { togetherDefaults } from '../support/scene/build-together.ts';

/** The course of a play does not depend on its performance points, which take longer to compute than judging. */
const unrated: PpCalculator = {
  stars: () => null,
  final: () => null,
  each: () => null,
  ofPlay: () => null,
  strains: () => null,
};

if (sharedData === null) console.log('No shared data: real plays are not compared here.');
const data = sharedData ?? '';

/** The replays of each map that has several. */
const groups = groupsOfMaps();

function groupsOfMaps(): [map: string, replays: readonly RealPair[]][] {
  const byMap = new Map<string, RealPair[]>();
  for (const pair of realPairs()) byMap.set(pair.map, [...(byMap.get(pair.map) ?? []), pair]);
  return [...byMap].filter(([, plays]) => plays.length > 1);
}

/** The replays under their names, and the files of their map. */
function filesOf(replays: readonly RealPair[]) {
  const path = join(data, replays[0]?.map_path ?? '');
  return {
    replays: replays.map(({ path: name }) => ({ name, bytes: new Uint8Array(readFileSync(join(data, name))) })),
    beatmap: { files: path.endsWith('.osz') ? packedFiles(readFileSync(path)) : folderFiles(path) },
  };
}

describe.runIf(sharedData !== null)('real replays of one map', () => {
  test('there are 20 maps or more with several', () => {
    expect(groups.length).toBeGreaterThanOrEqual(20);
  });

  test.each(groups)('%s: each has together the course and the result that it has alone', (_, replays) => {
    const alone = replays.map(judgePair);
    const together = { ...togetherDefaults, layout: 'scoreboard' } as const;
    const { tracks } = openTogether({ ...filesOf(replays), together }, unrated, () => {}).together;
    for (const [i, track] of tracks.entries()) expectSameCourse(track, alone[i]!);
    const panes = openSplit(filesOf(replays.slice(0, 4)), unrated, () => {});
    for (const [i, pane] of panes.entries()) expectSameCourse(courseOf(pane), alone[i]!);
  });
});

describe.runIf(sharedData !== null)('four real replays of one map', () => {
  const clover = groups.find(([map]) => map === 'harumachi-clover#oh-no')?.[1] ?? [];
  const open = (layout: 'ghosts' | 'knockout') =>
    openTogether({ ...filesOf(clover), together: { ...togetherDefaults, layout } }, unrated, () => {});

  test('have the score that the game has recorded', () => {
    const recorded = clover.map(({ path }) => readRealReplay(path).header.score);
    expect(open('ghosts').together.tracks.map(({ shown }) => shown.score)).toEqual(recorded);
  });

  test('have a winner, who plays to the end', () => {
    const { opened, together } = open('knockout');
    const { places, dropOuts } = together.knockout ?? { places: [], dropOuts: [] };
    expect(places.toSorted()).toEqual([1, 2, 3, 4]);
    expect(dropOuts[together.shown]).toBeNull();
    expect(opened.replay.header.player).toBe(together.tracks[together.shown]?.name);
  });
});
