import { describe, expect, test } from 'vitest';
import { mapBytes } from '../../../test/support/beatmaps/map-text.ts';
import { modBit, moving, playOf, type Row, taps } from '../../../test/support/replays/build-play.ts';
import { parseBeatmap } from '../beatmap/index.ts';
import { clientDateOf } from './stable/client-date.ts';
import { difficultyMultiplier } from './stable/score-v1.ts';
import { capByHead } from './stable/score-v2.ts';

const circleAt = (time: number, type = 1) => `100,100,${time},${type},0`;
const apart = { general: ['StackLeniency: 0'] };
const combosOf = (rows: readonly Row[], objects: readonly string[]) => [
  ...playOf({ ...apart, objects }, rows).totals.combo,
];

describe('combo', () => {
  test('grows with each hit and breaks at a miss [CB1]', () => {
    const objects = [circleAt(1000), circleAt(1500), circleAt(2000)];
    const rows = taps(
      [
        [1000, 100, 100],
        [2000, 100, 100],
      ],
      2100,
    );
    expect(combosOf(rows, objects)).toEqual([1, 0, 1]);
  });

  test("each hit part of a slider adds one, the slider's own result adds none, and a missed end does not break it [CB2]", () => {
    const objects = ['100,100,1000,2,0,L|300:100,1,200'];
    const at = (t: number, y: number): [number, number, number] => [100 + Math.max(0, t - 1000) / 5, y, 1];
    const whole: Row[] = [[990, 100, 100, 0], ...moving(1000, 2000, 10, (t) => at(t, 100))];
    expect(combosOf(whole, objects)).toEqual([1, 2, 3, 3]);
    const lostEnd: Row[] = [[990, 100, 100, 0], ...moving(1000, 2000, 10, (t) => at(t, t < 1600 ? 100 : 300))];
    expect(combosOf(lostEnd, objects)).toEqual([1, 2, 2, 2]);
    const lostTick: Row[] = [[990, 100, 100, 0], ...moving(1000, 2000, 10, (t) => at(t, t < 1600 ? 300 : 100))];
    expect(combosOf([[990, 100, 100, 0], [1000, 100, 100, 1], ...lostTick.slice(2)], objects)).toEqual([1, 0, 1, 1]);
  });
});

describe('geki and katu', () => {
  const ends = (errors: readonly (number | null)[]) => {
    const objects = [circleAt(1000, 5), circleAt(1500), circleAt(2000), circleAt(2500, 5)];
    const presses = errors.flatMap((error, i) => (error === null ? [] : [[1000 + 500 * i + error, 100, 100] as const]));
    const { geki, katu } = playOf({ ...apart, objects }, taps(presses, 2200)).result;
    return { geki, katu };
  };

  test.each([
    ['all 300', [0, 0, 0], { geki: 1, katu: 0 }],
    ['a 100 among them', [0, 60, 0], { geki: 0, katu: 1 }],
    ['a 100 at the end', [0, 0, 60], { geki: 0, katu: 1 }],
    ['a 50 among them', [0, 120, 0], { geki: 0, katu: 0 }],
    ['a miss among them', [0, null, 0], { geki: 0, katu: 0 }],
    ['a miss at the end', [0, 0, null], { geki: 0, katu: 0 }],
  ] as const)('a combo with %s ends as geki, katu or neither [GK1]', (_, errors, expected) => {
    expect(ends(errors)).toEqual(expected);
  });

  test('a combo ends as neither while an earlier object of it is not judged [GK2]', () => {
    const objects = ['100,100,1000,6,0,L|200:100,1,100', '400,300,1001,1,0', circleAt(2500, 5)];
    const rows: Row[] = [
      [990, 400, 300, 0],
      [1001, 400, 300, 1],
      [2000, 0, 0, 0],
    ];
    const { geki, katu } = playOf({ ...apart, objects }, rows).result;
    expect({ geki, katu }).toEqual({ geki: 0, katu: 0 });
  });
});

test.each([
  ['missed', 1, { geki: 0, katu: 1 }],
  ['hit', 0, { geki: 0, katu: 0 }],
] as const)(
  'an earlier miss in the combo counts only if the head of its last slider is not missed: %s [GK3]',
  (_, skip, expected) => {
    const objects = [circleAt(1000, 5), '100,100,1500,2,0,L|200:100,1,100', circleAt(9000, 5)];
    const rows: Row[] = [
      [1400, 0, 0, 0],
      [1500, skip === 1 ? 300 : 100, 100, 1],
      ...moving(1510, 2010, 10, (t): [number, number, number] => [100 + (t - 1500) / 5, 100, 1]),
    ];
    const { geki, katu } = playOf({ ...apart, objects }, rows).result;
    expect({ geki, katu }).toEqual(expected);
  },
);

test('accuracy is the sum of 300, 100 and 50 over the maximum so far [AC1]', () => {
  const objects = [circleAt(1000), circleAt(1500), circleAt(2000), circleAt(2500)];
  const rows = taps(
    [
      [1000, 100, 100],
      [1560, 100, 100],
      [2120, 100, 100],
    ],
    2700,
  );
  expect([...playOf({ ...apart, objects }, rows).totals.accuracy]).toEqual([1, 400 / 600, 450 / 900, 450 / 1200]);
});

describe('score', () => {
  test('a hit is multiplied by the combo before it minus one [SC1]', () => {
    const objects = [1000, 1500, 2000, 2500].map((time) => circleAt(time));
    const rows = taps(
      [1000, 1500, 2000, 2500].map((time) => [time, 100, 100] as const),
      2700,
    );
    // HP, CS and OD of 5 and 16 for four objects in a second make 4.08, so 4.
    expect([...playOf({ ...apart, objects }, rows).totals.score]).toEqual([300, 600, 900 + 48, 1200 + 48 + 96]);
    const hidden = playOf({ ...apart, objects }, rows, { modBits: 8 });
    expect(hidden.result.score).toBe(1200 + Math.trunc(48 * 1.06) + Math.trunc(96 * 1.06));
  });

  test('slider parts and spinner turns have the same value at any combo [SC2]', () => {
    const objects = ['100,100,1000,2,0,L|200:100,2,100', '100,100,5000,1,0'];
    const there = (t: number) => 100 + (t < 1500 ? t - 1000 : 2000 - t) / 5;
    const rows: Row[] = [
      [990, 100, 100, 0],
      ...moving(1000, 2000, 10, (t): [number, number, number] => [there(t), 100, 1]),
    ];
    expect([...playOf({ ...apart, objects }, rows).totals.score]).toEqual([30, 60, 90, 390 + 48]);
  });

  test.each([
    [5, 5, 5, 4],
    [5, 4.2, 8.2, 4],
    [0, 0, 0, 2],
    [10, 10, 10, 6],
  ])('HP %d, CS %d and OD %d of a dense map give a multiplier of %d [SC3]', (hp, cs, od, expected) => {
    const difficulty = [`HPDrainRate:${hp}`, `CircleSize:${cs}`, `OverallDifficulty:${od}`];
    const objects = Array.from({ length: 40 }, (_, i) => circleAt(1000 + i * 100));
    expect(difficultyMultiplier(parseBeatmap(mapBytes({ difficulty, objects })).beatmap)).toBe(expected);
  });

  test('a map shorter than a second has the maximum density, and breaks are not playing time [SC3]', () => {
    const multiplier = (objects: readonly string[], events: readonly string[] = []) =>
      difficultyMultiplier(parseBeatmap(mapBytes({ objects, events })).beatmap);
    expect(multiplier([circleAt(1000), circleAt(1500)])).toBe(4);
    expect(multiplier([circleAt(1000), circleAt(21000)])).toBe(2);
    expect(multiplier([circleAt(1000), circleAt(21000)], ['2,1500,20500'])).toBe(4);
  });

  test('a perfect ScoreV2 play gets 700,000 for combo and 300,000 for accuracy [SC4]', () => {
    const objects = [1000, 1500].map((time) => circleAt(time));
    const play = (presses: readonly (readonly [number, number, number])[]) =>
      playOf({ ...apart, objects }, taps(presses, 2000), { modBits: modBit.V2 });
    expect(
      play([
        [1000, 100, 100],
        [1500, 100, 100],
      ]).result.score,
    ).toBe(1_000_000);
    expect(play([[1000, 100, 100]]).result.score).toBe(Math.round((330 / 690) * 700_000 + 0.5 ** 10 * 300_000));
  });

  test.each([
    ['great', 'great', 'great'],
    ['great', 'ok', 'ok'],
    ['great', 'meh', 'meh'],
    ['ok', 'meh', 'meh'],
    ['meh', 'ok', 'meh'],
    ['ok', 'miss', 'ok'],
    ['miss', 'great', 'miss'],
  ] as const)('in ScoreV2 a %s slider with a %s head is judged %s [SC5]', (slider, head, result) => {
    expect(capByHead(slider, head)).toBe(result);
  });
});

test.each([
  [20151228, Date.UTC(2011, 8, 14), 20110914],
  [20190207, Date.UTC(2018, 11, 22), 20181222],
  [20190207, Date.UTC(2020, 0, 1), 20190207],
  [20200427, null, 20200427],
])('a file of version %d played at %s is judged by a client of %d [CL1]', (version, playedAtUnixMs, expected) => {
  expect(clientDateOf({ version, playedAtUnixMs })).toBe(expected);
});
