import { describe, expect, test } from 'vitest';
import { moving, playOf, type Row, taps, verdicts } from '../../../../test/support/replays/build-play.ts';
import type { SliderPlay, SpinnerPlay } from '../play.ts';

const lazerMods = { lazer: [] };
const classicMods = { lazer: ['CL'] };
const circleAt = (time: number, x = 100) => `${x},100,${time},1,0`;
/** 200 pixels to the right in 1,000 ms with a tick at 500 ms; the radius is 32, of the followed ball 76.8. */
const ticked = ['100,100,1000,2,0,L|300:100,1,200'];
const ballX = (t: number) => 100 + Math.min(Math.max(t - 1000, 0), 1000) / 5;
const followed = (away: (t: number) => number, keys = (_t: number) => 1): Row[] => [
  [990, 100, 100, 0],
  ...moving(1000, 2050, 10, (t): [number, number, number] => [ballX(t), 100 + away(t), keys(t)]),
];
const pointsHit = (rows: readonly Row[], playing: object = lazerMods) =>
  (playOf({ objects: ticked }, rows, playing).objects[0] as SliderPlay).points.map(({ hit }) => hit);

describe('time', () => {
  test('lazer skips frames that go back in time [FR4]', () => {
    const rows: Row[] = [
      [1200, 100, 100, 0],
      [1000, 100, 100, 1],
      [1300, 100, 100, 0],
    ];
    expect(playOf({ objects: [circleAt(1000)] }, rows, lazerMods).presses).toEqual([]);
  });

  test('the cursor moves in a straight line between frames, and sliders are judged there too [FR5] [LZ1]', () => {
    const rows: Row[] = [
      [990, 100, 100, 0],
      [1000, 100, 100, 1],
      [2000, 300, 100, 1],
      [2050, 300, 100, 0],
    ];
    expect(pointsHit(rows)).toEqual([true, true]);
  });

  test('a circle is missed right after its last hit window, not at the next frame [LZ1]', () => {
    const rows: Row[] = [
      [900, 0, 0, 0],
      [1500, 0, 0, 0],
    ];
    expect(playOf({ objects: [circleAt(1000)] }, rows, lazerMods).objects[0]).toMatchObject({ judgedAt: 1150 });
  });

  test('at one time, presses are handled first, then objects from the latest to the earliest [LZ2]', () => {
    const objects = [circleAt(1000), circleAt(1000, 300)];
    expect(
      verdicts(
        playOf(
          { objects },
          [
            [900, 0, 0, 0],
            [1500, 0, 0, 0],
          ],
          lazerMods,
        ),
      ),
    ).toEqual(['#1 circle miss', '#0 circle miss']);
  });
});

describe('presses', () => {
  test('the earliest object under the cursor takes the press, even if it only shakes [LZ3]', () => {
    const objects = [circleAt(1500), circleAt(1501, 110)];
    expect(playOf({ objects }, taps([[1000, 105, 100]], 1010), lazerMods).presses).toMatchObject([
      { outcome: 'shake', object: 0 },
    ]);
  });

  test('a press up to 400 ms early misses the object [LZ3]', () => {
    expect(verdicts(playOf({ objects: [circleAt(1000)] }, taps([[700, 100, 100]], 710), lazerMods))).toEqual([
      '#0 circle miss',
    ]);
  });

  test.each([
    [999, 'shake'],
    [1000, 'hit'],
  ] as const)(
    'while a circle at 1000 is not judged, a press at %d on the next circle is a %s [LZ4]',
    (time, outcome) => {
      const objects = [circleAt(1000), circleAt(1100, 300)];
      expect(playOf({ objects }, taps([[time, 300, 100]], 1010), lazerMods).presses).toMatchObject([
        { outcome, object: 1 },
      ]);
    },
  );

  test('a hit misses all unfinished objects before it, which are recorded first [LZ4]', () => {
    const objects = [circleAt(1000), circleAt(1050, 200), circleAt(1100, 300)];
    const play = playOf({ objects }, taps([[1090, 300, 100]], 1095), lazerMods);
    expect(verdicts(play)).toEqual(['#0 circle miss', '#1 circle miss', '#2 circle great']);
    expect([...play.totals.combo]).toEqual([0, 0, 1]);
  });

  test('with Classic, an unfinished object locks the next one and is not missed by a press on it [LZ5]', () => {
    const objects = [circleAt(1000), circleAt(1100, 300)];
    expect(playOf({ objects }, taps([[1050, 300, 100]], 1055), classicMods).presses).toMatchObject([
      { outcome: 'shake', object: 1 },
    ]);
    const without = { lazer: [{ acronym: 'CL', settings: { classic_note_lock: false } }] };
    expect(playOf({ objects }, taps([[1050, 300, 100]], 1055), without).presses).toMatchObject([
      { outcome: 'hit', object: 1 },
    ]);
  });
});

describe('sliders', () => {
  test.each([
    [32, true],
    [33, false],
  ] as const)('a cursor %d pixels from the ball starts to follow it: %s [LZ6]', (away, caught) => {
    expect(pointsHit(followed((t) => (t < 1300 ? 300 : away)))[0]).toBe(caught);
  });

  test.each([
    [76, true],
    [77, false],
  ] as const)('a following cursor %d pixels from the ball keeps following: %s [LZ6]', (away, kept) => {
    expect(pointsHit(followed((t) => (t < 1100 ? 0 : away)))[0]).toBe(kept);
  });

  test('a button that was down before the head was hit does not follow until it is released [LZ7]', () => {
    const heldBefore = (keys: (t: number) => number): Row[] => [
      [900, 400, 300, 2],
      [990, 100, 100, 2],
      ...moving(1000, 2050, 10, (t): [number, number, number] => [ballX(t), 100, keys(t)]),
    ];
    expect(pointsHit(heldBefore((t) => (t < 1200 ? 3 : 2)))).toEqual([false, false]);
    expect(pointsHit(heldBefore((t) => (t < 1200 ? 3 : t < 1300 ? 1 : t < 1400 ? 3 : 2)))).toEqual([true, true]);
  });

  test.each([
    [130, true],
    [115, false],
  ] as const)('a late press on the head at x %d also hits the repeat at x 200 that has passed: %s [LZ8]', (x, hit) => {
    // There and back in 139 ms: at 130 ms the ball is near the head again, 76.8 pixels reach from x 123 to the repeat.
    const quick = {
      difficulty: ['SliderMultiplier:3.6'],
      timing: ['0,500,4,1,0,100,1,0', '0,-50,4,1,0,100,0,0'],
      objects: ['100,100,1000,2,0,L|200:100,2,100'],
    };
    const rows: Row[] = [
      [990, 100, 300, 0],
      [1130, x, 100, 1],
      [1250, x, 100, 1],
    ];
    const slider = playOf(quick, rows, lazerMods).objects[0] as SliderPlay;
    expect(slider.headResult).toBe('meh');
    expect(slider.points).toEqual([
      { judgedAt: 1130, hit },
      { judgedAt: 1130, hit: true },
    ]);
  });

  test.each([
    [1963, false],
    [1964, true],
  ] as const)('following the ball until %d hits the end: %s [LZ9]', (until, kept) => {
    const rows: Row[] = [
      [990, 100, 100, 0],
      ...moving(1000, until, 1, (t): [number, number, number] => [ballX(t), 100, 1]),
      [until + 1, 0, 300, 0],
      [2050, 0, 300, 0],
    ];
    expect(pointsHit(rows)).toEqual([true, kept]);
  });

  test('no point of a slider is judged before its head [LZ9]', () => {
    const rows: Row[] = [
      [990, 100, 200, 1],
      ...moving(1000, 2050, 10, (t): [number, number, number] => [ballX(t), 100, 1]),
    ];
    expect(verdicts(playOf({ objects: ticked }, rows, lazerMods)).slice(0, 2)).toEqual(['#0 head miss', '#0 tick hit']);
  });

  test.each([
    ['without Classic, a slider with any part hit is a hit', lazerMods, 'hit'],
    ["with Classic, the fraction of hit parts decides the slider's result", classicMods, 'ok'],
  ] as const)('%s [LZ10]', (_, playing, result) => {
    const rows = followed((t) => (t > 1400 && t < 1600 ? 300 : 0));
    expect(playOf({ objects: ticked }, rows, playing).objects[0]).toMatchObject({ result });
  });

  test('with Strict Tracking, losing the ball misses the end [LZ11]', () => {
    const rows = followed((t) => (t > 1200 && t < 1400 ? 300 : 0));
    expect(pointsHit(rows)).toEqual([true, true]);
    expect(pointsHit(rows, { lazer: ['ST'] })).toEqual([true, false]);
    expect(playOf({ objects: ticked }, rows, { lazer: ['ST'] }).result.statistics.large_tick_miss).toBe(1);
  });
});

describe('spinners', () => {
  /** 2,000 ms at OD 5: five turns are asked for, 12 at most count. */
  const map = { objects: ['256,192,1000,12,0,3000'] };
  const spun = (turns: number, playing: object = lazerMods, keys = 1) => {
    const rows = moving(990, 3100, 10, (t): [number, number, number] => {
      const angle = (Math.min(Math.max((t - 1000) / 1900, 0), 1) * turns + 0.001) * 2 * Math.PI;
      return [256 + 100 * Math.cos(angle), 192 + 100 * Math.sin(angle), keys];
    });
    return playOf(map, rows, playing).objects[0] as SpinnerPlay;
  };

  test('turn with the cursor while a button is held, scaled by the rate of the mods [LZ12]', () => {
    expect(spun(3).progress.at(-1)).toBeCloseTo(3, 1);
    expect(spun(3, lazerMods, 0).progress.at(-1)).toBe(0);
    expect(spun(3, { lazer: ['DT'] }).progress.at(-1)).toBeCloseTo(4.5, 1);
    expect(spun(0, { lazer: ['SO'] }).result).toBe('great');
  });

  test('gain nothing from shaking back and forth [LZ12]', () => {
    const rows = moving(990, 3100, 10, (t): [number, number, number] => {
      const angle = Math.sin(t / 100);
      return [256 + 100 * Math.cos(angle), 192 + 100 * Math.sin(angle), 1];
    });
    expect((playOf(map, rows, lazerMods).objects[0] as SpinnerPlay).progress.at(-1)).toBeLessThan(0.5);
  });

  test.each([
    [5.05, 'great'],
    [4.95, 'ok'],
    [4.55, 'ok'],
    [4.45, 'meh'],
    [3.8, 'meh'],
    [3.7, 'miss'],
  ] as const)('with %d of five required turns are %s [LZ13]', (turns, result) => {
    expect(spun(turns).result).toBe(result);
  });

  test('give points per turn, and a limited number of bonuses from two turns after the required ones [LZ13]', () => {
    const play = playOf(
      map,
      moving(990, 3100, 5, (t): [number, number, number] => {
        const angle = (Math.min(Math.max((t - 1000) / 1900, 0), 1) * 20 + 0.001) * 2 * Math.PI;
        return [256 + 100 * Math.cos(angle), 192 + 100 * Math.sin(angle), 1];
      }),
      lazerMods,
    );
    expect(play.result.statistics).toEqual({ great: 1, small_bonus: 7, large_bonus: 5 });
  });
});

test.each([
  [
    'AL',
    [
      ['hit', 0],
      ['none', null],
      ['hit', 1],
    ],
  ],
  [
    'SG',
    [
      ['hit', 0],
      ['hit', 1],
      ['none', null],
    ],
  ],
] as const)('%s blocks presses of the wrong button [LZ14]', (acronym, expected) => {
  const objects = [circleAt(1000), circleAt(1100, 300)];
  const rows: Row[] = [
    [990, 100, 100, 0],
    [1000, 100, 100, 1],
    [1050, 300, 100, 0],
    [1095, 300, 100, 1],
    [1097, 300, 100, 0],
    [1100, 300, 100, 2],
  ];
  const play = playOf({ objects }, rows, { lazer: [acronym] });
  expect(play.presses.map(({ outcome, object }) => [outcome, object])).toEqual(expected);
});

describe('counting', () => {
  test('missed ends are ignored and ticks are large; with Classic, heads are large ticks and ends small ticks [LZ15]', () => {
    const rows = followed((t) => (t > 1600 ? 300 : 0));
    expect(playOf({ objects: ticked }, rows, lazerMods).result.statistics).toEqual({
      great: 1,
      large_tick_hit: 1,
      ignore_miss: 1,
      ignore_hit: 1,
    });
    expect(playOf({ objects: ticked }, rows, classicMods).result.statistics).toEqual({
      large_tick_hit: 2,
      small_tick_miss: 1,
      ok: 1,
    });
  });

  test('a perfect play scores a million, and accuracy includes ticks and ends [LZ16]', () => {
    const whole = playOf(
      { objects: ticked },
      followed(() => 0),
      lazerMods,
    ).result;
    expect([whole.score, whole.accuracy, whole.maxCombo]).toEqual([1_000_000, 1, 3]);
    const lost = playOf(
      { objects: ticked },
      followed((t) => (t > 1600 ? 300 : 0)),
      lazerMods,
    ).result;
    expect(lost.accuracy).toBeCloseTo(330 / 480);
    const share = (300 + 30 * Math.sqrt(2)) / (300 + 30 * Math.sqrt(2) + 150 * Math.sqrt(3));
    expect(lost.score).toBe(Math.round(500_000 * (330 / 480) * share + 500_000 * (330 / 480) ** 5));
    expect(lost.maxCombo).toBe(2);
  });
});
