import { describe, expect, test } from 'vitest';
import { modBit, playOf, type Row, taps, verdicts } from '../../../../test/support/replays/build-play.ts';

const oldClient = { client: 20190505 };
const circleAt = (time: number, x = 100) => `${x},100,${time},1,0`;
/** 100 pixels to the right in 500 ms. */
const sliderAt = (time: number, x = 100) => `${x},100,${time},2,0,L|${x + 100}:100,1,100`;

describe('frames', () => {
  test('at the parked position are skipped at the start, at most two [FR1]', () => {
    const parked: Row[] = [
      [0, 256, -500, 1],
      [999, 256, -500, 0],
    ];
    const play = playOf({ objects: [circleAt(1000)] }, [...parked, ...taps([[1000, 100, 100]], 1200)]);
    expect(play.keys.map(({ downs }) => [...downs])).toEqual([[], [], [1000], []]);
  });

  test('that go back in time are judged like the others [FR2]', () => {
    const rows: Row[] = [
      [1300, 100, 100, 0],
      [1010, 100, 100, 1],
    ];
    expect(verdicts(playOf({ objects: [circleAt(1400)] }, rows))).toEqual(['#0 circle miss']);
    expect(verdicts(playOf({ objects: [circleAt(1001)] }, rows.slice(1)))).toEqual(['#0 circle great']);
  });

  test('handle presses before deadlines [FR3]', () => {
    const rows: Row[] = [
      [1000, 0, 0, 0],
      [1160, 100, 100, 1],
    ];
    expect(verdicts(playOf({ objects: [circleAt(1000)] }, rows))).toEqual(['#0 circle miss']);
    expect(playOf({ objects: [circleAt(1000)] }, rows).judgements[0]).toMatchObject({ hitError: 160 });
  });
});

describe('presses', () => {
  test('a key and its mouse button are one button [PR1]', () => {
    const rows: Row[] = [
      [900, 100, 100, 5],
      [1000, 100, 100, 4],
      [1010, 100, 100, 5],
      [1200, 100, 100, 0],
    ];
    expect(playOf({ objects: [circleAt(1000)] }, rows).presses).toHaveLength(1);
    expect(playOf({ objects: [circleAt(1000)] }, rows).presses[0]).toMatchObject({ time: 900, button: 'left' });
  });

  test('two buttons in one frame hit two objects, the left button the first object [PR2]', () => {
    const rows: Row[] = [
      [990, 100, 100, 0],
      [1000, 100, 100, 3],
    ];
    const play = playOf({ general: ['StackLeniency: 0'], objects: [circleAt(1000), circleAt(1002)] }, rows);
    expect(play.presses.map(({ button, object }) => [button, object])).toEqual([
      ['left', 0],
      ['right', 1],
    ]);
  });

  test.each([
    [31, 'hit'],
    [33, 'none'],
  ] as const)('a press %d pixels from the centre has the outcome %s [PR3]', (away, outcome) => {
    const play = playOf({ objects: [circleAt(1000)] }, taps([[1000, 100 + away, 100]], 1010));
    expect(play.presses).toMatchObject([{ outcome }]);
  });

  test('a press outside an object is offered to the next one [PR3]', () => {
    const play = playOf({ objects: [circleAt(1000), circleAt(1002, 300)] }, taps([[1000, 300, 100]], 1010));
    expect(play.presses).toMatchObject([{ outcome: 'hit', object: 1 }]);
  });
});

describe('note lock', () => {
  test('a circle after an unfinished one in its stack takes the press without a shake [NL1]', () => {
    const stack = { objects: [circleAt(1000), circleAt(1200)] };
    const play = playOf(stack, taps([[1120, 98, 98]], 1130));
    expect(play.presses).toMatchObject([{ outcome: 'hit', object: 0 }]);
    const beside = playOf(
      { objects: [circleAt(1000, 106), circleAt(1200), circleAt(1300)] },
      taps([[1140, 69, 99]], 1141),
    );
    expect(beside.presses).toMatchObject([{ outcome: 'shake', object: 1 }]);
    const stacked = playOf(
      { objects: [circleAt(1000), circleAt(1200), circleAt(1300)] },
      taps([[1140, 131, 100]], 1141),
    );
    expect(stacked.presses).toMatchObject([{ outcome: 'blocked', object: 2 }]);
  });

  test('an object shakes while an earlier one is unfinished, and takes all presses of the frame [NL2]', () => {
    const rows: Row[] = [
      [1090, 300, 100, 0],
      [1100, 300, 100, 3],
    ];
    const play = playOf({ objects: [circleAt(1000), circleAt(1150, 300)] }, rows);
    expect(play.presses.map(({ outcome, object }) => [outcome, object])).toEqual([
      ['shake', 1],
      ['shake', 1],
    ]);
  });

  test('a slider locks later objects until it ends [NL2]', () => {
    const map = { objects: [sliderAt(1000), circleAt(1510, 300)] };
    const rows: Row[] = [
      [999, 100, 100, 0],
      [1000, 100, 100, 1],
      [1490, 300, 100, 3],
    ];
    expect(playOf(map, rows).presses.at(-1)).toMatchObject({ outcome: 'shake', object: 1 });
  });

  test.each([
    [1003, 'hit'],
    [1004, 'shake'],
  ] as const)('while a circle at 1000 is unfinished, a press on one at %d is a %s [NL3]', (time, outcome) => {
    const play = playOf({ objects: [circleAt(1000), circleAt(time, 300)] }, taps([[1001, 300, 100]], 1002));
    expect(play.presses).toMatchObject([{ outcome, object: 1 }]);
  });

  test.each([
    [20190506, 1399, 'shake'],
    [20190505, 1399, 'hit'],
    [20190505, 1300, 'shake'],
  ] as const)(
    'in client %d, a press at %d on a circle at 1510 during a slider is a %s [NL4]',
    (client, time, outcome) => {
      const rows: Row[] = [
        [999, 100, 100, 0],
        [1000, 100, 100, 1],
        [time, 300, 100, 3],
      ];
      const play = playOf({ objects: [sliderAt(1000), circleAt(1510, 300)] }, rows, { client });
      expect(play.presses.at(-1)).toMatchObject({ outcome, object: 1 });
    },
  );

  test.each([
    [20161231, 18, 'hit'],
    [20161231, 24, 'hit'],
    [20161231, 25, 'shake'],
    [20161231, 36, 'shake'],
    [20170101, 36, 'hit'],
    [20190506, 36, 'shake'],
  ] as const)(
    'in client %d, a press on an object %d ms after the end of a followed slider is a %s [NL5]',
    (client, gap, outcome) => {
      const sliderEnd = 1500;
      const rows: Row[] = [
        [999, 100, 100, 0],
        [1000, 100, 100, 1],
        [sliderEnd - 20, 300, 100, 3],
      ];
      const play = playOf({ objects: [sliderAt(1000), circleAt(sliderEnd + gap, 300)] }, rows, { client });
      expect(play.map.objects[0]?.endTime).toBe(sliderEnd);
      expect(play.presses.at(-1)).toMatchObject({ outcome, object: 1 });
    },
  );
});

describe('deadlines', () => {
  test('a circle is missed at the first frame after its last hit window [TO1]', () => {
    const rows: Row[] = [1000, 1150, 1151, 1160].map((time) => [time, 0, 0, 0]);
    expect(playOf({ objects: [circleAt(1000)] }, rows).objects[0]).toMatchObject({ result: 'miss', judgedAt: 1151 });
  });

  test('a missed head is recorded before its slider in the same frame [TO2]', () => {
    const rows: Row[] = [
      [900, 0, 0, 0],
      [2000, 0, 0, 0],
    ];
    expect(verdicts(playOf({ objects: [sliderAt(1000)] }, rows))).toEqual([
      '#0 end miss',
      '#0 head miss',
      '#0 slider miss',
    ]);
  });

  test('the head of a slider shorter than the hit window is missed after the slider [TO2]', () => {
    const rows: Row[] = [
      [900, 100, 100, 0],
      [1050, 110, 100, 0],
      [1100, 120, 100, 0],
      [1151, 120, 100, 0],
    ];
    const short = { objects: ['100,100,1000,2,0,L|200:100,1,20'] };
    expect(verdicts(playOf(short, rows))).toEqual(['#0 end miss', '#0 slider miss', '#0 head miss']);
  });

  test('sliders and spinners end at the first frame at or after their end [TO3]', () => {
    const rows: Row[] = [
      [1000, 0, 0, 0],
      [1499, 0, 0, 0],
      [1506, 0, 0, 0],
      [1999, 0, 0, 0],
      [2000, 0, 0, 0],
    ];
    const play = playOf({ objects: [sliderAt(1000), '256,192,1600,12,0,2000'] }, rows);
    expect(play.objects.map(({ judgedAt }) => judgedAt)).toEqual([1506, 2000]);
  });

  test.each([
    [20190506, 1150, 'shake'],
    [20190505, 1150, 'hit'],
    [20190505, 1149, 'shake'],
  ] as const)(
    'in client %d, a press at %d while a circle at 1000 is unfinished is a %s [TO4]',
    (client, time, outcome) => {
      const map = { objects: [circleAt(1000), circleAt(1200, 300)] };
      expect(playOf(map, taps([[time, 300, 100]], 1160), { client }).presses).toMatchObject([{ outcome, object: 1 }]);
    },
  );

  test('a client before May 2019 records the late miss after the press of the same frame [TO4]', () => {
    const rows: Row[] = [
      [1100, 300, 100, 0],
      [1160, 300, 100, 1],
    ];
    const play = playOf({ objects: [circleAt(1000), circleAt(1200, 300)] }, rows, oldClient);
    expect(verdicts(play)).toEqual(['#1 circle great', '#0 circle miss']);
  });

  test('objects that start before the last frame are judged after it [TO5]', () => {
    const play = playOf({ objects: [circleAt(1000), circleAt(1500)] }, [[1501, 0, 0, 0]]);
    expect(play.judgements.map(({ time, result }) => [time, result])).toEqual([
      [1501, 'miss'],
      [1651, 'miss'],
    ]);
    expect(play.failedAt).toBeNull();
  });
});

describe('relax', () => {
  test.each([
    [988, null],
    [989, 'great'],
  ] as const)('by %d has judged a circle at 1000 under the cursor as %s [RX1]', (time, result) => {
    const rows: Row[] = [
      [980, 100, 100, 0],
      [time, 100, 100, 0],
    ];
    expect(playOf({ objects: [circleAt(1000)] }, rows, { modBits: modBit.RX }).objects[0]!.result).toBe(result);
  });

  test('alternates buttons and never presses outside an object [RX1]', () => {
    const rows: Row[] = [
      [1000, 400, 300, 0],
      [1010, 100, 100, 0],
      [1110, 300, 100, 0],
    ];
    const play = playOf({ objects: [circleAt(1000), circleAt(1100, 300)] }, rows, { modBits: modBit.RX });
    expect(play.presses.map(({ outcome, button }) => [outcome, button])).toEqual([
      ['none', 'left'],
      ['hit', 'right'],
      ['hit', 'left'],
    ]);
  });
});
