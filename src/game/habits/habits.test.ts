import { expect, test } from 'vitest';
import type { MapSections } from '../../../test/support/beatmaps/map-text.ts';
import { modBit, type Playing, playOf, type Row } from '../../../test/support/replays/build-play.ts';
import { stableMods } from '../mods/index.ts';
import { habitSumsOf, habitsOf, mergeHabitSums } from './index.ts';

const none = { acronyms: [] };
const left = 1;
const right = 2;

/** A press at a time with an offset from the circle. */
interface Press {
  readonly circle: readonly [time: number, x: number, y: number];
  readonly error: number;
  readonly offset?: readonly [x: number, y: number];
  readonly key?: number;
}

const mapOf = (presses: readonly Press[], further: readonly string[] = []): MapSections => ({
  objects: [...presses.map(({ circle: [time, x, y] }) => `${x},${y},${time},1,0`), ...further],
});

function rowsOf(presses: readonly Press[]): Row[] {
  const rows = presses.flatMap(({ circle: [time, x, y], error, offset = [0, 0], key = left }): Row[] => {
    const at = [x + offset[0], y + offset[1]] as const;
    return [
      [time + error - 1, ...at, 0],
      [time + error, ...at, key],
      [time + error + 5, ...at, 0],
    ];
  });
  return [...rows, [60_000, 0, 0, 0]];
}

function sumsOf(presses: readonly Press[], playing: Playing = {}, further: readonly string[] = []) {
  const play = playOf(mapOf(presses, further), rowsOf(presses), playing);
  return habitSumsOf(play, stableMods(playing.modBits ?? 0));
}

const square: readonly Press[] = [
  { circle: [1000, 100, 100], error: 0 },
  // To the right by 200: 6 beyond the centre and 2 below, which is to the right of the movement.
  { circle: [1500, 300, 100], error: 10, offset: [6, 2], key: right },
  // Down by 100: 4 to the left on the screen is to the right of the movement.
  { circle: [2000, 300, 200], error: 20, offset: [-4, -8] },
  // To the left by 200: 2 short, and 6 up, to the right of the movement.
  { circle: [2500, 100, 200], error: 30, offset: [2, -6], key: right },
];

test('aim is relative to the movement, whatever its direction', () => {
  const { aim } = habitsOf(sumsOf(square));
  expect(aim).toMatchObject({ hits: 4, circle_radius: 32.01, x: { mean: 1 }, y: { mean: -3 } });
  expect(aim?.movement).toEqual({
    hits: 3,
    along: { mean: -1.33, deviation: 5.73 },
    across: { mean: 4, deviation: 1.63 },
  });
  const used = aim?.by_direction.filter(({ hits }) => hits > 0);
  expect(used).toEqual([
    { direction: 0, hits: 1, along: { mean: 6, deviation: null }, across: { mean: 2, deviation: null } },
    { direction: 90, hits: 1, along: { mean: -8, deviation: null }, across: { mean: 4, deviation: null } },
    { direction: 180, hits: 1, along: { mean: -2, deviation: null }, across: { mean: 6, deviation: null } },
  ]);
  expect(aim?.by_spacing.filter(({ hits }) => hits > 0)).toEqual([
    { from: 80, to: 120, hits: 1, along: { mean: -8, deviation: null }, across: { mean: 4, deviation: null } },
    { from: 160, to: 220, hits: 2, along: { mean: 2, deviation: 4 }, across: { mean: 4, deviation: 2 } },
  ]);
});

test('timing is sorted by spacing, by tempo and over the play', () => {
  const { timing } = habitsOf(sumsOf(square));
  expect(timing).toMatchObject({ hits: 4, mean: 15, unstable_rate: 111.8 });
  expect(timing?.by_spacing.filter(({ hits }) => hits > 0)).toEqual([
    { from: 80, to: 120, hits: 1, mean: 20, unstable_rate: null },
    { from: 160, to: 220, hits: 2, mean: 20, unstable_rate: 100 },
  ]);
  // 500 ms are a quarter of a beat at 30 BPM.
  expect(timing?.by_tempo[0]).toEqual({ from: 0, to: 60, hits: 3, mean: 20, unstable_rate: 81.65 });
  expect(timing?.over_play.map(({ mean }) => mean)).toEqual([0, null, null, 10, null, null, 20, null, null, 30]);
});

test.each([
  ['without mods', 0, 83, 180, 6],
  ['with double time', modBit.DT, 83, 270, 4],
  ['with half time', modBit.HT, 83, 120, 8],
  ['below an edge', 0, 84, 150, 6],
])('tempo and errors count in real time %s', (_name, modBits, interval, from, mean) => {
  const presses: Press[] = Array.from({ length: 3 }, (_, i) => ({
    circle: [1000 + i * interval, 100 + 80 * i, 100],
    error: 6,
    key: i % 2 === 0 ? left : right,
  }));
  const { timing } = habitsOf(sumsOf(presses, { modBits }));
  expect(timing?.by_tempo.filter(({ hits }) => hits > 0)).toEqual([
    expect.objectContaining({ from, hits: 2, mean, unstable_rate: 0 }),
  ]);
});

test('each key has its presses, also those without a hit, and its errors', () => {
  const stray: Press = { circle: [3000, 400, 300], error: 0, key: right };
  const play = playOf(mapOf(square), rowsOf([...square, stray]));
  expect(habitsOf(habitSumsOf(play, none)).keys).toEqual({
    left: { presses: 2, hits: 2, mean: 10, unstable_rate: 100 },
    right: { presses: 3, hits: 2, mean: 20, unstable_rate: 100 },
  });
});

test('a movement begins at the end of a slider, and none begins at a spinner', () => {
  const presses: Press[] = [
    { circle: [3000, 300, 100], error: 0, offset: [3, 0] },
    { circle: [6000, 100, 100], error: 0, offset: [3, 0] },
  ];
  // The slider goes from x 100 to x 200, the spinner lies between the two circles.
  const further = ['100,100,1000,2,0,L|200:100,1,100', '256,192,4000,12,0,5000'];
  const { aim, timing } = habitsOf(sumsOf(presses, {}, further));
  expect(aim?.hits).toBe(2);
  expect(aim?.by_spacing.filter(({ hits }) => hits > 0)).toMatchObject([{ from: 80, along: { mean: 3 } }]);
  expect(timing?.by_tempo.reduce((sum, { hits }) => sum + hits, 0)).toBe(1);
});

test('stacked circles have a tempo but no direction', () => {
  const presses: Press[] = [
    { circle: [1000, 100, 100], error: 0 },
    { circle: [1100, 100, 100], error: 4, key: right },
  ];
  const { aim, timing } = habitsOf(sumsOf(presses));
  expect(aim).toMatchObject({ hits: 2, movement: { hits: 0, along: { mean: null, deviation: null } } });
  expect(timing?.by_spacing[0]).toMatchObject({ from: 0, hits: 1, mean: 4 });
});

test('misses and missing objects are no hits', () => {
  const late = { ...square[0]!, error: 300 };
  expect(habitsOf(sumsOf([late])).timing).toMatchObject({ hits: 0, mean: null, unstable_rate: null });
});

test.each([
  ['Relax', 'RX', { aim: true, timing: false, keys: false }],
  ['Autopilot', 'AP', { aim: false, timing: true, keys: true }],
  ['Autoplay', 'AT', { aim: false, timing: false, keys: false }],
  ['Cinema', 'CN', { aim: false, timing: false, keys: false }],
])('leaves out what %s plays', (_name, acronym, expected) => {
  const play = playOf(mapOf(square), rowsOf(square));
  const sums = habitSumsOf(play, { acronyms: [acronym] });
  expect({ aim: sums.aim !== null, timing: sums.timing !== null, keys: sums.keys !== null }).toEqual(expected);
});

test('merged parts have the statistics over all hits', () => {
  const presses = Array.from({ length: 40 }, (_, i): Press => {
    const circle = [1000 + 137 * i, 60 + ((i * 97) % 380), 60 + ((i * 61) % 260)] as const;
    return { circle, error: ((i * 7) % 41) - 20, offset: [(i % 9) - 4, (i % 5) - 2], key: i % 3 === 0 ? left : right };
  });
  const play = playOf(mapOf(presses), rowsOf(presses));
  const partOf = (start: number, end: number) =>
    habitSumsOf(
      { map: play.map, judgements: play.judgements.slice(start, end), presses: play.presses.slice(start, end) },
      none,
    );
  const whole = habitsOf(habitSumsOf(play, none));
  expect(whole.timing?.hits).toBe(40);
  expect(habitsOf(mergeHabitSums(partOf(0, 13), partOf(13, 40)))).toEqual(whole);
});

test('a merge keeps what only one of the plays has', () => {
  const play = playOf(mapOf(square), rowsOf(square));
  const relaxed = habitSumsOf(play, { acronyms: ['RX'] });
  const plain = habitSumsOf(play, none);
  const merged = mergeHabitSums(relaxed, plain);
  expect(merged.timing).toEqual(plain.timing);
  expect(merged.aim?.x.count).toBe(8);
  expect(mergeHabitSums(relaxed, relaxed).timing).toBeNull();
});
