import { describe, expect, test } from 'vitest';
import { causesOf, mistakesOf, tapping } from '../../../test/support/mistakes/mistakes.ts';
import { modBit, moving, type Playing, type Row } from '../../../test/support/replays/build-play.ts';

/** 200 pixels to the right in 1,000 ms, a tick at 1500, the end judged at 1964 (stable). */
const ticked = { objects: ['100,100,1000,2,0,L|300:100,1,200'] };
const ballX = (t: number) => 100 + Math.min(Math.max(t - 1000, 0), 1000) / 5;
const lazer: Playing = { lazer: [] };

interface Following {
  readonly away?: (t: number) => number;
  readonly held?: (t: number) => boolean;
}

/** Frames every 10 ms on the ball, `away` pixels below it. */
function following({ away = () => 0, held = (t) => t >= 1000 }: Following = {}): Row[] {
  return moving(500, 2500, 10, (t) => [ballX(t), 100 + away(t), held(t) ? 1 : 0]);
}

describe('a slider that is followed', () => {
  test('to its end has no mistakes', () => {
    expect(mistakesOf(ticked, following())).toEqual([]);
    expect(mistakesOf(ticked, following(), lazer)).toEqual([]);
  });

  test.each([
    [76, []],
    [77, ['#0 tick slider-left', '#0 slider slider-left']],
  ])('%d pixels away from the ball has the causes %j [MC10]', (pixels, causes) => {
    const mistakes = mistakesOf(ticked, following({ away: (t) => (t < 1200 ? 0 : pixels) }));
    expect(causesOf(mistakes)).toEqual(causes);
    for (const mistake of mistakes)
      expect(mistake).toMatchObject({ released: false, distancePx: 77, cursor: { time: 1200 } });
  });

  test.each([
    [1500, ['#0 tick slider-left', '#0 slider slider-left']],
    [1510, ['#0 slider slider-left']],
  ])('until the key is released at %d ms has the causes %j [MC10]', (until, causes) => {
    const mistakes = mistakesOf(ticked, following({ held: (t) => t >= 1000 && t < until }));
    expect(causesOf(mistakes)).toEqual(causes);
    for (const mistake of mistakes)
      expect(mistake).toMatchObject({ released: true, distancePx: 0, cursor: { time: until } });
  });

  test('until the frame that judges its end was left at that frame, not at its end [MC10]', () => {
    const mistakes = mistakesOf(ticked, following({ away: (t) => (t < 1970 ? 0 : 90) }));
    expect(causesOf(mistakes)).toEqual(['#0 slider slider-left']);
    expect(mistakes[0]).toMatchObject({ released: false, distancePx: 90, time: 2000, cursor: { time: 1970 } });
  });

  test('has its parts one by one in lazer [MC1]', () => {
    const mistakes = mistakesOf(ticked, following({ held: (t) => t >= 1000 && t < 1300 }), lazer);
    expect(causesOf(mistakes)).toEqual(['#0 tick slider-left', '#0 end slider-left']);
  });

  test('was left at its start if the key was released before [MC10]', () => {
    const mistakes = mistakesOf(ticked, following({ held: (t) => t >= 960 && t < 980 }));
    expect(causesOf(mistakes)).toEqual(['#0 tick slider-left', '#0 slider slider-left']);
    expect(mistakes[0]).toMatchObject({ released: true, cursor: { time: 1000 } });
  });

  test('after a combo of 0 has no break, only its result [MC1]', () => {
    const mistakes = mistakesOf(ticked, following({ held: () => false }));
    expect(causesOf(mistakes)).toEqual(['#0 slider no-press']);
  });
});

describe('a late head', () => {
  /** 100 pixels in 100 ms, three times. */
  const fast = {
    difficulty: ['SliderMultiplier:3.6'],
    timing: ['0,500,4,1,0,100,1,0', '0,-72,4,1,0,100,0,0'],
    objects: ['100,100,1000,2,0,L|200:100,3,100'],
  };

  test.each([
    [1000, 'slider-left', {}],
    [1030, 'slider-left', {}],
    [1040, 'slider-late-head', {}],
    [1040, 'slider-left', lazer],
    [1050, 'slider-late-head', lazer],
    [1140, 'slider-late-head', lazer],
  ])(
    'at %d ms, 30 pixels behind the head, gives the first repeat the cause %s [MC9, MC10]',
    (pressed, cause, playing) => {
      const rows = moving(500, 2500, 10, (t) => [70, 100, t >= pressed ? 1 : 0]);
      const mistakes = mistakesOf(fast, rows, playing).filter(({ part }) => part === 'repeat');
      expect(mistakes[0]).toMatchObject({ part: 'repeat', cause });
      if (cause === 'slider-late-head') expect(mistakes[0]).toMatchObject({ errorMs: pressed - 1000 });
    },
  );
});

test('a head that is late by less than the great window is not why a ball 20 pixels further was not followed [MC9]', () => {
  const slow = {
    difficulty: ['OverallDifficulty:5', 'SliderMultiplier:1'],
    objects: ['100,100,1000,2,0,L|300:100,1,200'],
  };
  const left = (pressed: number) =>
    mistakesOf(
      slow,
      moving(500, 2500, 10, (t) => [70, 100, t >= pressed ? 1 : 0]),
    )[0];
  expect(left(1040)).toMatchObject({ cause: 'slider-left', released: false, cursor: { time: 1040 } });
  expect(left(1060)).toMatchObject({ cause: 'slider-late-head', errorMs: 60 });
});

test('a ball that was never followed was out of reach at more than one radius, with the key held [MC10]', () => {
  // The head is pressed early at its left edge; from the start of the slider on, the cursor is 50 pixels behind the ball.
  const rows = moving(500, 2500, 10, (t) => [t < 1000 ? 75 : 50, 100, t >= 980 ? 1 : 0]);
  expect(mistakesOf(ticked, rows)[0]).toMatchObject({ cause: 'slider-left', released: false, distancePx: 50 });
});

test('a ball that was only followed before a late head gives the cause to the head [MC9]', () => {
  // The key is pressed elsewhere, held on the ball, released, and pressed again when the ball has left the head.
  const held = (t: number) => (t >= 700 && t < 1050) || (t >= 1140 && t < 1160);
  const rows = moving(500, 2500, 10, (t) => [t < 900 ? 400 : t < 1050 ? ballX(t) : 72, 100, held(t) ? 1 : 0]);
  const tick = mistakesOf(ticked, rows).find(({ part }) => part === 'tick');
  expect(tick).toMatchObject({ cause: 'slider-late-head', errorMs: 140 });
});

describe('a slider whose head is missed', () => {
  const held = (t: number) => t >= 600;
  test.each([
    ['held beside the ball', { held, away: () => 200 }, 'aim'],
    ['on the ball without a key', { held: () => false }, 'no-press'],
    ['beside the ball without a key', { held: () => false, away: () => 200 }, 'missed-both'],
  ])('and whose ball is never followed, with the cursor %s, has ends with that cause [MC11]', (_, how, cause) => {
    const mistakes = mistakesOf(ticked, following(how), lazer);
    expect(mistakes.map(({ part }) => part)).toEqual(['head', 'tick', 'end']);
    expect(mistakes.slice(1).map((mistake) => mistake.cause)).toEqual([cause, cause]);
  });

  test.each([
    [32, 'no-press'],
    [33, 'missed-both'],
  ])('has its ball in reach at %d pixels: %s [MC11]', (pixels, cause) => {
    const mistakes = mistakesOf(ticked, following({ held: () => false, away: () => pixels }), lazer);
    expect(mistakes.at(-1)).toMatchObject({ part: 'end', cause, distancePx: pixels });
  });
});

describe('the result of a whole slider', () => {
  test('has the cause of the head before that of later parts [MC12]', () => {
    const rows = following({ held: (t) => t >= 1300 && t < 1600 });
    expect(causesOf(mistakesOf(ticked, rows))).toEqual(['#0 slider no-press']);
  });

  test('is limited by a late head with Score V2 [MC12]', () => {
    const rows = following({ held: (t) => t >= 1060 });
    expect(mistakesOf(ticked, rows)).toEqual([]);
    expect(mistakesOf(ticked, rows, { modBits: modBit.V2 })).toMatchObject([
      { part: 'slider', result: 'ok', cause: 'timing', errorMs: 60 },
    ]);
  });
});

describe('of two overlapping sliders', () => {
  const both = { objects: [...ticked.objects, '100,100,1002,2,0,L|300:100,1,200'] };
  /** Both heads are pressed; at the tick, the cursor is `away` pixels below the balls. */
  const followingBoth = (away: number, held: (t: number) => boolean) =>
    moving(500, 2500, 10, (t) => [ballX(t), 100 + (t > 1200 ? away : 0), t === 1000 ? 3 : t > 1000 && held(t) ? 1 : 0]);
  const firstOfSecond = (rows: Row[], playing?: Playing) =>
    mistakesOf(both, rows, playing).find(({ object }) => object === 1);

  test.each([0, 76])('the first locks the parts of the second, with the cursor %d pixels away [MC8]', (away) => {
    const second = mistakesOf(
      both,
      followingBoth(away, () => true),
    ).filter(({ object }) => object === 1);
    expect(second.length).toBeGreaterThan(0);
    for (const mistake of second) expect(mistake).toMatchObject({ cause: 'note-lock', blockedBy: 0 });
  });

  test('the second is left if the cursor is too far away or no key is held [MC10]', () => {
    const far = firstOfSecond(followingBoth(77, () => true));
    expect(far).toMatchObject({ cause: 'slider-left', released: false, cursor: { time: 1502 } });
    const released = firstOfSecond(followingBoth(0, (t) => t < 1300));
    expect(released).toMatchObject({ cause: 'slider-left', released: true, cursor: { time: 1502 } });
  });

  test('the first locks the second without a key with Relax [MC8]', () => {
    const rows = followingBoth(0, () => false);
    expect(firstOfSecond(rows, { modBits: modBit.RX })).toMatchObject({ cause: 'note-lock', blockedBy: 0 });
  });
});

describe('a spinner', () => {
  const spinner = { objects: ['256,192,1000,12,0,3000'] };
  /** Turns `turns` times in two seconds. */
  const spinning = (turns: number): Row[] =>
    moving(500, 3500, 10, (t) => {
      const angle = (Math.min(Math.max(t - 1000, 0), 2000) / 2000) * turns * 2 * Math.PI;
      return [256 + 100 * Math.cos(angle), 192 + 100 * Math.sin(angle), t >= 1000 ? 1 : 0];
    });

  test.each([
    [5.1, []],
    [4.9, ['#0 spinner spinner-short']],
  ])('of lazer that requires 5 turns and turned %d times has the causes %j [MC13]', (turns, causes) => {
    const mistakes = mistakesOf(spinner, spinning(turns), lazer);
    expect(causesOf(mistakes)).toEqual(causes);
    for (const { spins } of mistakes) {
      expect(spins?.required).toBe(5);
      expect(spins?.turns).toBeCloseTo(4.9, 1);
      expect(spins?.rpm).toBeCloseTo(spins!.turns * 30, 6);
    }
  });

  test('that was not touched turned 0 times [MC13]', () => {
    expect(mistakesOf(spinner, tapping([]))).toMatchObject([
      { cause: 'spinner-short', spins: { turns: 0, required: 5.5 } },
    ]);
  });
});
