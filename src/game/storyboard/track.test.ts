import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { easingOf } from './easing.ts';
import { activeCommandAt, isSwitchOnAt, type Property, parseStoryboard, valueAt } from './index.ts';

function tracksWith(...commands: string[]) {
  const text = ['[Events]', 'Sprite,0,0,"a.png",0,0', ...commands].join('\n');
  return parseStoryboard(new TextEncoder().encode(text)).storyboard.sprites[0]!.timeline.tracks;
}

describe('the value of a property', () => {
  test.each([
    [0, 0.2],
    [99, 0.2],
    [100, 0.2],
    [150, 0.6],
    [200, 1],
    [299, 1],
    [300, 0.5],
    [999, 0.5],
  ])(
    'at %d is %d: interpolated during a command, held after it, the start value before the first [SB1]',
    (t, value) => {
      const { alpha } = tracksWith(' F,0,100,200,0.2,1', ' F,0,300,,0.5');
      expect(valueAt(alpha, { t, rules: 'lazer' }, 1)).toBeCloseTo(value, 6);
    },
  );

  test('is the fallback without commands', () => {
    expect(valueAt(tracksWith().alpha, { t: 0, rules: 'lazer' }, 0.75)).toBe(0.75);
  });

  test.each([
    [100, 0.1],
    [200, 5],
    [300, 6],
    [900, 6],
    [2000, 6],
  ])('at %d is %d where commands overlap: the one that started last wins [SB2]', (t, value) => {
    const { scale } = tracksWith(' S,0,0,1000,0,1', ' S,0,200,300,5,6');
    expect(valueAt(scale, { t, rules: 'lazer' }, 1)).toBeCloseTo(value, 6);
  });

  test('is that of the later line if two commands start together [SB2]', () => {
    expect(valueAt(tracksWith(' S,0,0,10,1', ' S,0,0,10,2').scale, { t: 5, rules: 'lazer' }, 0)).toBe(2);
  });

  // The fades of a sprite in set 499488, which ppy/osu#7257 shows in both clients: in stable it is gone at 38,330.
  test.each([
    ['stable', 37_437, 0.5],
    ['stable', 37_500, 0],
    ['stable', 38_330, 0],
    ['lazer', 38_330, 0.425],
  ] as const)('in %s at %d is %d where three fades overlap [SB14]', (rules, t, value) => {
    const { alpha } = tracksWith(
      ' F,0,36015,36215,0,1',
      ' F,0,37387,37487,1,0',
      ' F,0,37387,38415,0',
      ' F,0,38215,38415,1,0',
    );
    expect(valueAt(alpha, { t, rules }, 1)).toBeCloseTo(value, 6);
  });

  test.each([
    [100, 0.1],
    [250, 0.25],
    [999, 0.999],
    [1000, 6],
  ])('in stable at %d is %d: the first of the running commands decides, then the last to start [SB14]', (t, value) => {
    const { scale } = tracksWith(' S,0,0,1000,0,1', ' S,0,200,300,5,6', ' S,0,150,,9');
    expect(valueAt(scale, { t, rules: 'stable' }, 1)).toBeCloseTo(value, 6);
  });

  test.each([
    [50, 0.05],
    [150, 0.15],
    [1500, 0.5],
  ])('in stable at %d is %d: a running command decides before a loop that starts later [SB14]', (t, value) => {
    const { scale } = tracksWith(' L,100,20', '  S,0,0,100,0,1', ' S,0,0,1000,0,1');
    expect(valueAt(scale, { t: t === 1500 ? 1550 : t, rules: 'stable' }, 1)).toBeCloseTo(value, 6);
  });

  test('in stable is that of the first running command by start, then by end [SB14]', () => {
    const command = fc.record({
      start: fc.integer({ min: 0, max: 20 }),
      length: fc.integer({ min: 0, max: 20 }),
      value: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(
        fc.array(command, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 45 }),
        (commands, t) => {
          const lines = commands.map(({ start, length, value }) => ` S,0,${start},${start + length},${value}`);
          const sorted = commands.toSorted((a, b) => a.start - b.start);
          const running = sorted.filter(({ start, length }) => start <= t && t < start + length);
          const [first] = running.toSorted((a, b) => a.start - b.start || a.length - b.length);
          const expected = first ?? sorted.findLast(({ start }) => start <= t) ?? sorted[0];
          expect(valueAt(tracksWith(...lines).scale, { t, rules: 'stable' }, 0)).toBe(expected?.value);
        },
      ),
    );
  });

  test.each([
    [999, 0],
    [1050, 0.5],
    [1100, 1],
    [1150, 1],
    [1200, 0],
    [1250, 0.5],
    [1350, 1],
    [9999, 1],
  ])('at %d is %d in a loop of two repetitions [SB5]', (t, value) => {
    const { alpha } = tracksWith(' L,1000,2', '  F,0,0,100,0,1', '  S,0,0,200,1');
    expect(valueAt(alpha, { t, rules: 'lazer' }, 1)).toBeCloseTo(value, 6);
  });

  test('an unrolled loop has the same values [SB5]', () => {
    const looped = tracksWith(
      ' L,1000,5',
      '  F,0,50,150,0,1',
      '  F,3,150,200,1,0.5',
      '  S,0,0,300,1',
      ' F,0,1400,1500,0.2',
    );
    const unrolled = tracksWith(
      ...[0, 1, 2, 3, 4].flatMap((k) => [
        ` F,0,${1050 + 300 * k},${1150 + 300 * k},0,1`,
        ` F,3,${1150 + 300 * k},${1200 + 300 * k},1,0.5`,
      ]),
      ' F,0,1400,1500,0.2',
    );
    fc.assert(
      fc.property(fc.integer({ min: 900, max: 3000 }), (t) => {
        expect(valueAt(looped.alpha, { t, rules: 'lazer' }, 1)).toBeCloseTo(
          valueAt(unrolled.alpha, { t, rules: 'lazer' }, 1),
          5,
        );
      }),
    );
  });
});

test.each<[string, Property, number, boolean]>([
  [' P,0,100,200,H', 'flipX', 99, false],
  [' P,0,100,200,H', 'flipX', 100, true],
  [' P,0,100,200,H', 'flipX', 199, true],
  [' P,0,100,200,H', 'flipX', 200, false],
  [' P,0,100,,V', 'flipY', 99, false],
  [' P,0,100,,V', 'flipY', 1e6, true],
  [' P,0,100,,A', 'flipY', 1e6, false],
])('%s: %s at %d is %s [SB4]', (command, property, t, on) => {
  const track = tracksWith(command)[property];
  const started = track === undefined ? null : activeCommandAt(track, { t, rules: 'lazer' });
  expect(started !== null && isSwitchOnAt(started, t)).toBe(on);
});

describe('easings', () => {
  test.each([
    [0, 0.5],
    [1, 0.75],
    [2, 0.25],
    [3, 0.25],
    [4, 0.75],
    [5, 0.5],
    [6, 0.125],
    [7, 0.875],
    [9, 0.0625],
    [12, 0.03125],
    [15, 0.2928932],
    [16, Math.SQRT1_2],
    [18, 0.03125],
    [21, 0.1339746],
    [29, -0.0876975],
    [33, 0.765625],
    [35, 0.5],
    [255, 0.5],
  ])('number %d has the value %d halfway [SB7]', (id, half) => {
    expect(easingOf(id)(0.5)).toBeCloseTo(half, 6);
  });

  // From the formulas of the reference, or Robert Penner's where the reference only names them.
  test.each([
    [0, 0.25, 0.75],
    [1, 0.4375, 0.9375],
    [2, 0.0625, 0.5625],
    [3, 0.0625, 0.5625],
    [4, 0.4375, 0.9375],
    [5, 0.125, 0.875],
    [6, 0.015625, 0.421875],
    [7, 0.578125, 0.984375],
    [8, 0.0625, 0.9375],
    [9, 0.003906, 0.316406],
    [10, 0.683594, 0.996094],
    [11, 0.03125, 0.96875],
    [12, 0.000977, 0.237305],
    [13, 0.762695, 0.999023],
    [14, 0.015625, 0.984375],
    [15, 0.07612, 0.617317],
    [16, 0.382683, 0.92388],
    [17, 0.146447, 0.853553],
    [18, 0.005524, 0.176777],
    [19, 0.823223, 0.994476],
    [20, 0.015625, 0.984375],
    [21, 0.031754, 0.338562],
    [22, 0.661438, 0.968246],
    [23, 0.066987, 0.933013],
    [24, -0.005524, 0.088388],
    [25, 0.911612, 1.005524],
    [26, 1.153093, 1.0],
    [27, 0.954247, 1.003906],
    [28, 0.011969, 0.988031],
    [29, -0.064137, 0.18259],
    [30, 0.81741, 1.064137],
    [31, -0.099682, 1.099682],
    [32, 0.027344, 0.527344],
    [33, 0.472656, 0.972656],
    [34, 0.117188, 0.882812],
  ])('number %d has the value %d at one quarter and %d at three quarters [SB7]', (id, quarter, three) => {
    expect(easingOf(id)(0.25)).toBeCloseTo(quarter, 5);
    expect(easingOf(id)(0.75)).toBeCloseTo(three, 5);
  });

  test('every easing goes from 0 to 1 [SB7]', () => {
    for (let id = 0; id <= 34; id++) {
      // Quarter and half elastic easings end before the swing has settled.
      if (id === 26 || id === 27) continue;
      expect(easingOf(id)(0)).toBeCloseTo(0, 2);
      expect(easingOf(id)(1)).toBeCloseTo(1, 2);
    }
  });
});
