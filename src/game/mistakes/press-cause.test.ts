import { describe, expect, test } from 'vitest';
import { causesOf, mistakesOf, tapping } from '../../../test/support/mistakes/mistakes.ts';
import { moving, type Playing } from '../../../test/support/replays/build-play.ts';

const circleAt = (time: number, x = 100) => `${x},100,${time},1,0`;
const sliderAt = (time: number, x = 100) => `${x},100,${time},2,0,L|${x + 100}:100,1,100`;
/** OD 5: stable has 50, 100 and 150 ms, lazer 49.5, 99.5 and 149.5; the radius is 32.01. */
const one = { objects: [circleAt(1000)] };
const lazer: Playing = { lazer: [] };

describe('a press that judges a circle', () => {
  test.each([
    [49, [], {}],
    [50, ['#0 circle timing'], {}],
    [-50, ['#0 circle timing'], {}],
    [149, ['#0 circle timing'], {}],
    [49, [], lazer],
    [50, ['#0 circle timing'], lazer],
  ])('%d ms away has the causes %j [MC3]', (error, causes, playing) => {
    const mistakes = mistakesOf(one, tapping([[1000 + error, 110]]), playing);
    expect(causesOf(mistakes)).toEqual(causes);
    if (causes.length > 0) expect(mistakes[0]).toMatchObject({ errorMs: error, distancePx: 10 });
  });

  test.each([
    [-149, 'timing', {}],
    [-150, 'too-early', {}],
    [-399, 'too-early', {}],
    [-149, 'timing', lazer],
    [-150, 'too-early', lazer],
    [-400, 'too-early', lazer],
  ])('%d ms before its time has the cause %s [MC4]', (error, cause, playing) => {
    expect(mistakesOf(one, tapping([[1000 + error, 100]]), playing)).toMatchObject([{ cause, errorMs: error }]);
  });

  test('at least 400 ms before its time is refused, and too early if no other press follows [MC4]', () => {
    expect(mistakesOf(one, tapping([[600, 100]]))).toMatchObject([{ cause: 'too-early', errorMs: -400 }]);
    expect(
      mistakesOf(
        one,
        tapping([
          [600, 100],
          [1000, 100],
        ]),
      ),
    ).toEqual([]);
    expect(
      mistakesOf(
        one,
        tapping([
          [600, 100],
          [1000, 133],
        ]),
      ),
    ).toMatchObject([{ cause: 'aim' }]);
  });

  test.each([
    [1149, 132, 'extra-press'],
    [1150, 132, 'too-early'],
    [1149, 133, 'too-early'],
  ])('too early was extra if a press at %d ms, x %d, was meant for it: %s [MC5]', (time, x, cause) => {
    const mistakes = mistakesOf(
      one,
      tapping([
        [800, 100],
        [time, x],
      ]),
    );
    expect(mistakes).toMatchObject([{ cause, errorMs: -200 }]);
  });
});

describe('a circle that is hit late after a press beside it', () => {
  test.each([
    [1049, 'aim', 49],
    [951, 'aim', -49],
    [1050, 'timing', 70],
    [950, 'timing', 70],
  ])('at %d ms has the cause %s [MC6]', (time, cause, errorMs) => {
    expect(
      mistakesOf(
        one,
        tapping([
          [time, 200],
          [1070, 100],
        ]),
      ),
    ).toMatchObject([{ result: 'ok', cause, errorMs }]);
  });

  test('has that of its timing if the press was meant for a missed object before [MC3]', () => {
    const two = { objects: [circleAt(900, 300), circleAt(1000)] };
    const mistakes = mistakesOf(
      two,
      tapping([
        [940, 200],
        [1060, 100],
      ]),
      { client: 20190505 },
    );
    expect(causesOf(mistakes)).toEqual(['#1 circle timing', '#0 circle aim']);
  });
});

describe('a circle that no press judges', () => {
  test.each([
    [132, []],
    [133, ['#0 circle aim']],
  ])('with a press in time at x %d has the causes %j [MC6]', (x, causes) => {
    expect(causesOf(mistakesOf(one, tapping([[1000, x]])))).toEqual(causes);
  });

  test('has distance, error and direction of the press as evidence [MC6]', () => {
    const two = { objects: [circleAt(500, 0), circleAt(1000)] };
    expect(
      mistakesOf(
        two,
        tapping([
          [500, 0],
          [1020, 140],
        ]),
      ),
    ).toEqual([
      {
        object: 1,
        part: 'circle',
        judgement: 1,
        time: 1160,
        result: 'miss',
        cause: 'aim',
        errorMs: 20,
        distancePx: 40,
        direction: 0,
        press: { time: 1020, at: { x: 140, y: 100 } },
        cursor: { time: 1020, at: { x: 140, y: 100 } },
      },
    ]);
  });

  test.each([
    [60, 100, 180],
    [140, 100, 0],
    [100, 140, 90],
    [100, 60, -90],
  ])('has a direction relative to the movement: at %d, %d it is %d [MC18]', (x, y, direction) => {
    const two = { objects: [circleAt(500, 0), circleAt(1000)] };
    expect(
      mistakesOf(
        two,
        tapping([
          [500, 0],
          [1000, x, y],
        ]),
      )[0]?.direction,
    ).toBeCloseTo(direction, 6);
  });

  test('has no direction if it is where the object before ended [MC18]', () => {
    const stacked = { general: ['StackLeniency: 0'], objects: [sliderAt(300, 0), circleAt(1000)] };
    const mistakes = mistakesOf(stacked, tapping([[1000, 200]]));
    expect(mistakes.at(-1)).toMatchObject({ object: 1, cause: 'aim' });
    expect(mistakes.at(-1)).not.toHaveProperty('direction');
  });

  test.each([
    [851, 'aim'],
    [850, 'missed-both'],
    [1149, 'aim'],
    [1150, 'missed-both'],
  ])('with a press beside it at %d ms has the cause %s [MC6]', (time, cause) => {
    expect(mistakesOf(one, tapping([[time, 200]]))).toMatchObject([{ cause }]);
  });

  test.each([
    [1049, ['#0 circle aim', '#1 circle missed-both']],
    [1050, ['#0 circle aim', '#1 circle missed-both']],
    [1051, ['#0 circle missed-both', '#1 circle aim']],
  ])('shares no press with another: a press at %d ms gives %j [MC6]', (time, causes) => {
    const two = { objects: [circleAt(1000), circleAt(1100)] };
    expect(causesOf(mistakesOf(two, tapping([[time, 200]])))).toEqual(causes);
  });

  test('leaves a press that is nearer to the next object to itself if the next has a later one [MC6]', () => {
    const two = { objects: [circleAt(1000), circleAt(1100)] };
    const alone = mistakesOf(two, tapping([[1060, 200]]));
    expect(causesOf(alone)).toEqual(['#0 circle missed-both', '#1 circle aim']);
    const both = mistakesOf(
      two,
      tapping([
        [1060, 200],
        [1160, 200],
      ]),
    );
    expect(both).toMatchObject([
      { object: 0, cause: 'aim', errorMs: 60 },
      { object: 1, cause: 'aim', errorMs: 60 },
    ]);
  });

  test.each([
    [1049, '#1 circle no-press'],
    [1050, '#1 circle no-press'],
    [1051, '#1 circle extra-press'],
  ])('has an extra press if another object took one nearer to it: at %d ms %s [MC5]', (time, cause) => {
    const two = { general: ['StackLeniency: 0'], objects: [circleAt(1000), circleAt(1100)] };
    const mistakes = mistakesOf(two, tapping([[time, 100]]));
    expect(causesOf(mistakes).at(-1)).toBe(cause);
    if (cause.endsWith('extra-press')) expect(mistakes.at(-1)).toMatchObject({ blockedBy: 0, errorMs: -49 });
  });

  test.each([
    [1050, '#1 circle missed-both'],
    [1051, '#1 circle extra-press'],
  ])('has an extra press out of reach if no other press was meant for it: at %d ms %s [MC5]', (time, cause) => {
    const two = { objects: [circleAt(1000), circleAt(1100, 300)] };
    expect(causesOf(mistakesOf(two, tapping([[time, 100]]))).at(-1)).toBe(cause);
  });

  test('has the nearer of a press beside it and a press that another object took [MC5]', () => {
    const two = { general: ['StackLeniency: 0'], objects: [circleAt(1000), circleAt(1100)] };
    const nearer = mistakesOf(
      two,
      tapping([
        [1060, 100],
        [1140, 200],
      ]),
    );
    expect(nearer.at(-1)).toMatchObject({ object: 1, cause: 'aim', errorMs: 40 });
    const further = mistakesOf(
      two,
      tapping([
        [1060, 100],
        [1141, 200],
      ]),
    );
    expect(further.at(-1)).toMatchObject({ object: 1, cause: 'extra-press', errorMs: -40, blockedBy: 0 });
  });

  test.each([
    [132, 'no-press', 32],
    [133, 'missed-both', 33],
  ])('without a press and with the cursor at x %d has the cause %s [MC7]', (x, cause, distancePx) => {
    expect(mistakesOf(one, tapping([], 3000, [x, 100]))).toMatchObject([{ cause, distancePx }]);
  });

  test.each([
    [849, 'missed-both'],
    [850, 'no-press'],
    [1150, 'no-press'],
    [1151, 'missed-both'],
  ])('was in reach if the cursor is there in the window: at %d ms %s [MC7]', (time, cause) => {
    const rows = moving(0, 3000, 1, (t) => [t === time ? 100 : 300, 100, 0]);
    expect(mistakesOf(one, rows)).toMatchObject([{ cause }]);
  });

  test('was in reach if the cursor crosses it between two frames [MC7]', () => {
    const rows = moving(0, 3000, 10, (t) => [t < 1005 ? 60 : 140, 100, 0]);
    expect(mistakesOf(one, rows)).toMatchObject([{ cause: 'no-press', distancePx: 0, cursor: { time: 1005 } }]);
  });
});

describe('note lock', () => {
  /** The second circle is locked until the first is judged. */
  const two = { objects: [circleAt(1000), circleAt(1100, 300)] };

  test('refuses a press in time [MC2]', () => {
    const mistakes = mistakesOf(two, tapping([[1100, 300]]));
    expect(mistakes).toMatchObject([
      { object: 0, cause: 'missed-both' },
      { object: 1, cause: 'note-lock', blockedBy: 0, errorMs: 0 },
    ]);
  });

  test.each([
    [1051, 'note-lock'],
    [1050, 'timing'],
  ])('is the cause of a late hit if a press at %d ms would have been better: %s [MC2]', (time, cause) => {
    const mistakes = mistakesOf(
      two,
      tapping([
        [time, 300],
        [1175, 300],
      ]),
    );
    expect(mistakes.at(-1)).toMatchObject({ object: 1, result: 'ok', cause });
  });

  test.each([
    [1049, 'aim', 90],
    [1050, 'note-lock', -50],
  ])('does not count with a press at %d ms that was meant for the object before: %s [MC2]', (time, cause, errorMs) => {
    const mistakes = mistakesOf(
      two,
      tapping([
        [time, 300],
        [1190, 200],
      ]),
      { client: 20190507 },
    );
    expect(mistakes.at(-1)).toMatchObject({ object: 1, cause, errorMs });
  });

  test('by a stacked object names it [MC2]', () => {
    const stacked = { objects: [circleAt(1000), circleAt(1150)] };
    const mistakes = mistakesOf(stacked, tapping([[1100, 122, 122]]));
    expect(mistakes.at(-1)).toMatchObject({ object: 1, cause: 'note-lock', blockedBy: 0, errorMs: -50 });
  });

  test('of lazer ends at the time of the object before [MC2]', () => {
    const close = { objects: [circleAt(1000), circleAt(1040, 300)] };
    const before = mistakesOf(close, tapping([[999, 300]]), lazer);
    expect(before.at(-1)).toMatchObject({ object: 1, cause: 'note-lock', blockedBy: 0 });
    expect(mistakesOf(close, tapping([[1000, 300]]), lazer)).toMatchObject([{ object: 0, cause: 'aim', blockedBy: 1 }]);
  });
});
