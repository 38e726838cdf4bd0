import { describe, expect, test } from 'vitest';
import { changed, demoMap, demoReplays, playerOf } from '../../../test/support/replays/demo-players.ts';
import { courseOf, expectSameCourse } from '../../../test/support/replays/expect-same-course.ts';
import { demoFiles, openDemoPlays } from '../../../test/support/scene/build-together.ts';
import { Failure } from '../../failure.ts';
import { parseBeatmap } from '../../game/beatmap/index.ts';
import { modsOf } from '../../game/mods/index.ts';
import { judge } from '../../game/play/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import { readReplay } from '../../game/replay/index.ts';
import { playDemo } from '../demo/index.ts';
import { openSplit } from './split/open-split.ts';

const replays = demoReplays(4);
const [first, second] = replays as [Uint8Array, Uint8Array];

/** The same replay with another hash of the game: encoding fifty replays would take seconds. */
function withHash(bytes: Uint8Array, n: number): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.write(String(n).padStart(32, '0'), copy.indexOf(readReplay(bytes).header.replayMd5), 'latin1');
  return new Uint8Array(copy);
}

function failureOf(files: readonly Uint8Array[], layout: 'ghosts' | 'knockout' | 'scoreboard' = 'ghosts') {
  try {
    openDemoPlays(files, { layout });
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, message: error.message };
    throw error;
  }
  return null;
}

describe('every player has the counts, combo, score and accuracy of the play alone', () => {
  const modBits = { NM: 0, NF: 1, EZ: 2, HD: 8, HR: 16, SO: 4096, HDHR: 24, EZHD: 10 };
  const players = Object.values(modBits).map((bits, n) => changed(demoReplays(8)[n]!, { modBits: bits }));
  const { beatmap } = parseBeatmap(demoMap);
  const alone = players.map((bytes) => {
    const replay = readReplay(bytes);
    return { play: judge(beatmap, replay, modsOf(replay)), replay };
  });

  test.each(['ghosts', 'knockout', 'scoreboard'] as const)('%s of 2 and of 8', (layout) => {
    for (const count of [2, 8]) {
      const { together } = openDemoPlays(players.slice(0, count), { layout });
      expect(together.tracks).toHaveLength(count);
      for (const [i, track] of together.tracks.entries()) expectSameCourse(track, alone[i]!);
    }
  });

  test('split', () => {
    const panes = openSplit(
      { replays: players.slice(0, 4).map((bytes, i) => ({ name: `${i}.osr`, bytes })), beatmap: demoFiles },
      createRosuPp(),
      () => {},
    );
    expect(panes).toHaveLength(4);
    for (const [i, pane] of panes.entries()) expectSameCourse(courseOf(pane), alone[i]!);
  });
});

describe('refuses', () => {
  const doubleTime = 64;
  const hardRock = 16;

  test.each<[string, readonly Uint8Array[], { code: string; message: string }]>([
    [
      'a single replay',
      [first],
      { code: 'together/count', message: 'The layout ghosts shows 2 to 50 replays, not 1.' },
    ],
    [
      'the same file twice',
      [first, second, first],
      { code: 'together/repeated', message: '"3.osr" and "1.osr" are the same replay.' },
    ],
    [
      'the same replay with another online id',
      [first, changed(first, { onlineId: 7n })],
      { code: 'together/repeated', message: '"2.osr" and "1.osr" are the same replay.' },
    ],
    [
      'a replay of another map',
      [first, changed(second, { beatmapMd5: '0123456789abcdef0123456789abcdef' })],
      { code: 'together/other-map', message: '"2.osr" and "1.osr" are replays of different maps.' },
    ],
    [
      'another speed of the song',
      [first, changed(second, { modBits: doubleTime })],
      {
        code: 'together/other-clock',
        message:
          '"2.osr" and "1.osr" play the song at different speeds (1.5x and 1x). Only the layout split can show them together.',
      },
    ],
  ])('%s', (_, files, expected) => {
    expect(failureOf(files)).toEqual(expected);
  });

  test('one corrupt file among fifty, by its name', () => {
    const fifty = Array.from({ length: 50 }, (_, n) => (n === 31 ? first.slice(0, 40) : withHash(first, n)));
    expect(failureOf(fifty)).toEqual({
      code: 'replay/unreadable',
      message: expect.stringMatching(/^"32\.osr": /),
    });
  });

  test('a file whose frames are corrupt, by its name', () => {
    const broken = second.slice();
    broken.fill(0, broken.length - 400, broken.length - 100);
    expect(failureOf([first, broken])).toMatchObject({ message: expect.stringMatching(/^"2\.osr": /) });
  });

  test('fifty-one replays', () => {
    expect(failureOf(Array.from({ length: 51 }, () => first))?.code).toBe('together/count');
  });

  test('but not another speed beside the play, and not other mods', () => {
    expect(failureOf([first, changed(second, { modBits: doubleTime })], 'scoreboard')).toBeNull();
    expect(failureOf([first, changed(second, { modBits: hardRock })])).toBeNull();
  });
});

test('the cursor of a mirrored play is mirrored back', () => {
  const { together } = openDemoPlays([first, changed(second, { modBits: 16 })], { layout: 'ghosts' });
  const plain = openDemoPlays([first, second], { layout: 'ghosts' }).together;
  expect(together.tracks[1]!.frames.ys[50]).toBe(384 - plain.tracks[1]!.frames.ys[50]!);
});

test('a name of 200 characters and one with markup are read', () => {
  const names = ['x'.repeat(200), '<img src=x onerror=alert(1)>'];
  const files = names.map((name, n) => playDemo(demoMap, playerOf(n, { name })));
  expect(openDemoPlays(files, { layout: 'ghosts' }).together.tracks.map(({ name }) => name)).toEqual(names);
});
