import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseBeatmap } from '../../src/game/beatmap/index.ts';
import { modsOf } from '../../src/game/mods/index.ts';
import { judge } from '../../src/game/play/index.ts';
import { createRosuPp } from '../../src/game/pp/index.ts';
import { folderFiles, packedFiles } from '../../src/rendering/render/index.ts';
import { findDifficulty, openSplit, openTogether } from '../../src/rendering/scene-loader/index.ts';
import { togetherDefaults } from '../support/build-together.ts';
import { readRealReplay } from '../support/real-replays.ts';
import { courseOf, expectSameCourse, type JudgedAlone } from '../support/same-course.ts';
import { sharedData } from '../support/shared-data.ts';

interface RealReplay {
  readonly path: string;
  readonly category: string;
  readonly map: string;
  readonly map_path: string;
}

if (sharedData === null) console.log('No shared data: real plays are not compared here.');
const data = sharedData ?? '';

/** The replays of each map that has several. */
const groups = sharedData === null ? [] : groupsOfMaps();

function groupsOfMaps(): [map: string, replays: readonly RealReplay[]][] {
  const { replays } = JSON.parse(readFileSync(join(data, 'manifest.json'), 'utf8')) as { replays: RealReplay[] };
  const pairs = replays.filter(({ category }) => category.startsWith('pair-'));
  const byMap = new Map<string, RealReplay[]>();
  for (const pair of pairs) byMap.set(pair.map, [...(byMap.get(pair.map) ?? []), pair]);
  return [...byMap].filter(([, plays]) => plays.length > 1);
}

/** The replays under their names, and the files of their map. */
function filesOf(replays: readonly RealReplay[]) {
  const path = join(data, replays[0]?.map_path ?? '');
  return {
    replays: replays.map(({ path: name }) => ({ name, bytes: new Uint8Array(readFileSync(join(data, name))) })),
    beatmap: { files: path.endsWith('.osz') ? packedFiles(readFileSync(path)) : folderFiles(path) },
  };
}

/** Judges every replay as if it were alone. */
function judgedAlone(replays: readonly RealReplay[]): JudgedAlone[] {
  const { beatmap } = filesOf(replays);
  return replays.map(({ path }) => {
    const replay = readRealReplay(path);
    const osu = findDifficulty(beatmap.files, replay.header.beatmapMd5);
    if (osu === null) throw new Error(`The map of ${path} is missing.`);
    return { play: judge(parseBeatmap(osu).beatmap, replay, modsOf(replay)), replay };
  });
}

describe.runIf(sharedData !== null)('real replays of one map', () => {
  test('there are 20 maps or more with several', () => {
    expect(groups.length).toBeGreaterThanOrEqual(20);
  });

  test.each(groups)('%s: each has together the course and the result that it has alone', (_, replays) => {
    const alone = judgedAlone(replays);
    const together = { ...togetherDefaults, layout: 'scoreboard' } as const;
    const { tracks } = openTogether({ ...filesOf(replays), together }, createRosuPp(), () => {}).together;
    for (const [i, track] of tracks.entries()) expectSameCourse(track, alone[i]!);
    const panes = openSplit(filesOf(replays.slice(0, 4)), createRosuPp(), () => {});
    for (const [i, pane] of panes.entries()) expectSameCourse(courseOf(pane), alone[i]!);
  });
});

describe.runIf(sharedData !== null)('four real replays of one map', () => {
  const clover = groups.find(([map]) => map === 'harumachi-clover#oh-no')?.[1] ?? [];
  const open = (layout: 'ghosts' | 'knockout') =>
    openTogether({ ...filesOf(clover), together: { ...togetherDefaults, layout } }, createRosuPp(), () => {});

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
