import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { type PlayableMap, type PlayableObject, parseBeatmap, prepareMap } from '../../src/game/beatmap/index.ts';
import { stableMods } from '../../src/game/mods/index.ts';
import { sharedData } from '../support/files/shared-data.ts';

/** The tolerance of the game's own conversion tests. */
const tolerance = 2;

interface Expected {
  readonly Mappings: readonly { readonly StartTime: number; readonly Objects: readonly Nested[] }[];
}

interface Nested {
  readonly StartTime: number;
  readonly EndTime: number;
  readonly X: number;
  readonly Y: number;
}

const folder = sharedData && join(sharedData, 'beatmaps/format-tests/ppy-osu-ruleset');
const vectors = folder
  ? readdirSync(folder)
      .filter((name) => name.endsWith('-expected-conversion.json'))
      .map((name) => join(folder, name))
  : [];
if (!folder) console.log('No shared data: the conversion vectors of the game are not tested.');

test('the shared data has all conversion vectors', () => {
  expect(vectors.length).toBe(folder ? 10 : 0);
});

for (const rules of ['stable', 'lazer'] as const) {
  for (const file of vectors) {
    const name = basename(file, '-expected-conversion.json');
    test(`${name}: every object and nested object has the position and times of the game under ${rules} rules`, () => {
      const map = prepared(file.replace('-expected-conversion.json', '.osu'), rules);
      const { Mappings } = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, '')) as Expected;
      const wrong = Mappings.flatMap((mapping, i) => {
        const object = map.objects[i];
        const found =
          object === undefined ? [] : nestedOf(object, rules).map((one) => withoutOffset(one, map.beatmap.timeOffset));
        return isClose(mapping.Objects, found) ? [] : [{ i, expected: mapping.Objects, found }];
      });
      expect(map.objects.length).toBe(Mappings.length);
      expect(wrong).toEqual([]);
    });
  }
}

function prepared(path: string, rules: 'stable' | 'lazer'): PlayableMap {
  const { beatmap } = parseBeatmap(readFileSync(path));
  return prepareMap(beatmap, { ...stableMods(0), rules });
}

/** The entries of the game for an object: itself, or a slider's head and points, the last one 36 ms early. */
function nestedOf(object: PlayableObject, rules: 'stable' | 'lazer'): Nested[] {
  if (object.kind !== 'slider') {
    return [{ StartTime: object.startTime, EndTime: object.endTime, X: object.at.x, Y: object.at.y }];
  }
  const head = { StartTime: object.startTime, EndTime: object.startTime, X: object.at.x, Y: object.at.y };
  const early = Math.max(object.startTime + (object.endTime - object.startTime) / 2, object.endTime - 36);
  const points = object.points.map(({ kind, judgedAt, at }) => {
    const time = rules === 'lazer' && kind === 'end' ? early : judgedAt;
    return { StartTime: time, EndTime: time, X: at.x, Y: at.y };
  });
  return [head, ...points];
}

/** The vectors have the times of the file, without the offset of old formats. */
function withoutOffset(nested: Nested, by: number): Nested {
  return { ...nested, StartTime: nested.StartTime - by, EndTime: nested.EndTime - by };
}

function isClose(expected: readonly Nested[], found: readonly Nested[]): boolean {
  return (
    expected.length === found.length &&
    expected.every((one, i) =>
      (['StartTime', 'EndTime', 'X', 'Y'] as const).every((key) => Math.abs(one[key] - found[i]![key]) <= tolerance),
    )
  );
}
