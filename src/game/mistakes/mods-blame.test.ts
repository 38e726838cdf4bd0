import { describe, expect, test } from 'vitest';
import { causesOf, mistakesOf, tapping } from '../../../test/support/mistakes/mistakes.ts';
import { modBit, moving, type Row } from '../../../test/support/replays/build-play.ts';

const one = { objects: ['100,100,1000,1,0'] };
const ticked = { objects: ['100,100,1000,2,0,L|300:100,1,200'] };
const ballX = (t: number) => 100 + Math.min(Math.max(t - 1000, 0), 1000) / 5;
const autopilot = 8192;
const touch = 4;

describe('relax', () => {
  test.each([
    ['arrives late', (t: number) => (t < 1060 ? 300 : 100), 'ok'],
    ['never arrives', () => 300, 'miss'],
  ])('leaves only aim to blame if the cursor %s [MC15]', (_, x, result) => {
    const rows = moving(0, 3000, 10, (t) => [x(t), 100, 0]);
    expect(mistakesOf(one, rows, { modBits: modBit.RX })).toMatchObject([{ result, cause: 'aim' }]);
  });

  test('keeps a ball that was left, with no key to release [MC15]', () => {
    const rows = moving(0, 3000, 10, (t) => [ballX(t), t < 1300 ? 100 : 300, 0]);
    const mistakes = mistakesOf(ticked, rows, { modBits: modBit.RX });
    expect(causesOf(mistakes)).toEqual(['#0 tick slider-left', '#0 slider slider-left']);
    expect(mistakes[0]).not.toHaveProperty('released');
  });
});

describe('autopilot', () => {
  test.each([
    ['a press beside the circle', tapping([[1010, 200]]), 'timing'],
    ['no press', tapping([]), 'no-press'],
  ])('does not blame the aim of %s [MC16]', (_, rows, cause) => {
    const mistakes = mistakesOf(one, rows, { modBits: autopilot });
    expect(mistakes).toMatchObject([{ cause }]);
    expect(mistakes[0]).not.toHaveProperty('distancePx');
  });

  test.each([
    ['the key is released', [0, 0], 'slider-left'],
    ['the cursor leaves the ball', [1, 200], 'unknown'],
  ] as const)('blames the player for a slider only if %s [MC16]', (_, [key, away], cause) => {
    const rows = moving(0, 3000, 10, (t): [number, number, number] =>
      t < 1300 ? [ballX(t), 100, t < 1000 ? 0 : 1] : [ballX(t), 100 + away, key],
    );
    expect(mistakesOf(ticked, rows, { modBits: autopilot })[0]).toMatchObject({ part: 'tick', cause });
  });
});

test('without a touch there is no cursor to blame [MC17]', () => {
  const [mistake] = mistakesOf(one, tapping([]), { modBits: touch });
  expect(mistake).toMatchObject({ cause: 'no-press' });
  expect(mistake).not.toHaveProperty('cursor');
  expect(mistakesOf(one, tapping([[1000, 200]]), { modBits: touch })).toMatchObject([
    { cause: 'aim', distancePx: 100 },
  ]);
});

describe('a replay with missing frames', () => {
  /** Without the frames between two times. */
  const cut = (rows: readonly Row[], from: number, to: number) => rows.filter(([t]) => t <= from || t >= to);

  test.each([
    [900, 1100, 'missed-both'],
    [900, 1110, 'unknown'],
    [640, 850, 'missed-both'],
    [640, 860, 'unknown'],
    [1160, 1400, 'missed-both'],
  ])('between %d and %d ms has the cause %s [MC14]', (from, to, cause) => {
    expect(mistakesOf(one, cut(tapping([]), from, to))).toMatchObject([{ cause }]);
  });

  test('still knows what a press did [MC14]', () => {
    expect(mistakesOf(one, cut(tapping([[1060, 100]]), 700, 1040))).toMatchObject([{ cause: 'timing' }]);
  });

  test('does not say when the ball was left or how a spinner turned [MC14]', () => {
    const followed = moving(0, 3000, 10, (t): [number, number, number] => [
      ballX(t),
      t < 1400 ? 100 : 300,
      t < 1000 ? 0 : 1,
    ]);
    expect(mistakesOf(ticked, cut(followed, 1300, 1450))[0]).toMatchObject({ part: 'tick', cause: 'slider-left' });
    expect(mistakesOf(ticked, cut(followed, 1290, 1500))[0]).toMatchObject({ part: 'tick', cause: 'unknown' });
    const spinner = { objects: ['256,192,1000,12,0,3000'] };
    expect(mistakesOf(spinner, cut(tapping([]), 1500, 1710))).toMatchObject([{ cause: 'unknown' }]);
  });

  test('has no mistakes after its end [MC1]', () => {
    const two = { objects: ['100,100,1000,1,0', '100,100,5000,1,0'] };
    expect(causesOf(mistakesOf(two, tapping([], 2000)))).toEqual(['#0 circle missed-both']);
  });

  test('that is judged to the end of the map has unknown causes after its end [MC14]', () => {
    const two = { objects: ['100,100,1000,1,0', '100,100,5000,1,0'] };
    const mistakes = mistakesOf(two, tapping([], 2000), { ignoreFail: true });
    expect(causesOf(mistakes)).toEqual(['#0 circle missed-both', '#1 circle unknown']);
  });

  test('or without any has no mistakes [MC1]', () => {
    expect(mistakesOf(one, [])).toEqual([]);
  });
});
