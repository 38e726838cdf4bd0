import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MapSections, preparePlayableMap } from '../../../../test/support/beatmaps/map-text.ts';
import { ballAt, ballProgress, type PlayableSlider } from '../index.ts';

type Rules = 'stable' | 'lazer';

function sliderOf(line: string, rules: Rules, parts: MapSections = {}): PlayableSlider {
  return preparePlayableMap({ ...parts, objects: [line] }, { rules }).objects[0] as PlayableSlider;
}

const points = ({ points }: PlayableSlider) => points.map(({ kind, time }) => [kind, Math.round(time)]);

describe.each<Rules>(['stable', 'lazer'])('under %s rules', (rules) => {
  test('a slider travels 100 pixels and has one tick per beat of 500 ms [SL1] [SL2] [SL6] [SL7]', () => {
    const slider = sliderOf('0,0,1000,2,0,L|250:0,1,250', rules);
    expect(slider.endTime).toBeCloseTo(2250, 6);
    expect(slider.velocity).toBeCloseTo(0.2, 9);
    expect(points(slider)).toEqual([
      ['tick', 1500],
      ['tick', 2000],
      ['end', 2250],
    ]);
    expect(slider.points[0]?.at.x).toBeCloseTo(100, 3);
    expect(slider.endPosition).toEqual({ x: 250, y: 0 });
  });

  test('ticks have the same positions on the way back [SL3]', () => {
    const slider = sliderOf('0,0,1000,2,0,L|250:0,3,250', rules);
    expect(points(slider)).toEqual([
      ['tick', 1500],
      ['tick', 2000],
      ['repeat', 2250],
      ['tick', 2500],
      ['tick', 3000],
      ['repeat', 3500],
      ['tick', 4000],
      ['tick', 4500],
      ['end', 4750],
    ]);
    expect(slider.points.map(({ at }) => Math.round(at.x))).toEqual([100, 200, 250, 200, 100, 0, 100, 200, 250]);
    expect(slider.spans).toBe(3);
  });

  test.each([
    [101.9, 0],
    [102, 0],
    [102.1, 1],
    [200, 1],
    [203, 2],
  ])('a path of %d pixels, of which the last 2 take 10 ms, has %d ticks [SL3]', (length, ticks) => {
    const slider = sliderOf(`0,0,1000,2,0,L|300:0,1,${length}`, rules);
    expect(slider.points.filter(({ kind }) => kind === 'tick')).toHaveLength(ticks);
  });

  test.each([
    [14, 1],
    [8, 1],
    [7, 2],
  ])('in format %d, a path of 300 pixels at double velocity has %d ticks [SL2]', (format, ticks) => {
    const timing = ['0,500', '0,-50,4,1,0,100,0'];
    const slider = sliderOf('0,0,1000,2,0,L|300:0,1,300', rules, { format, timing });
    expect(slider.endTime - 1000).toBeCloseTo(750, 6);
    expect(slider.points.filter(({ kind }) => kind === 'tick')).toHaveLength(ticks);
  });

  test('a beat length of NaN removes the ticks [TP3]', () => {
    const timing = ['0,500', '0,NaN,4,1,0,100,0'];
    expect(points(sliderOf('0,0,1000,2,0,L|250:0,2,250', rules, { timing }))).toEqual([
      ['repeat', 2250],
      ['end', 3500],
    ]);
  });

  test('the ball moves back and forth and rests before and after', () => {
    const slider = sliderOf('50,0,1000,2,0,L|150:0,2,100', rules);
    expect([0, 1000, 1250, 1500, 1750, 2000, 9000].map((t) => ballAt(slider, t).x)).toEqual([
      50, 50, 100, 150, 100, 50, 50,
    ]);
    expect(slider.endPosition.x).toBe(50);
    expect(ballProgress(slider, 1250)).toBe(0.5);
    expect(ballProgress(slider, 1750)).toBe(0.5);
    expect(ballProgress(slider, 2500)).toBe(0);
  });

  test('the ball never moves faster than its velocity, within a millisecond', () => {
    const slider = sliderOf('100,100,1000,2,0,B|300:300|20:200|400:50,3,260', rules);
    fc.assert(
      fc.property(fc.double({ min: 900, max: slider.endTime + 100, noNaN: true }), (t) => {
        const a = ballAt(slider, t);
        const b = ballAt(slider, t + 2);
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThanOrEqual(slider.velocity * 5);
      }),
    );
  });

  test('the ball of a slider without length stays at its head [SL8]', () => {
    const slider = sliderOf('50,60,1000,2,0,L|50:60,2,100', rules);
    expect(ballAt(slider, 1100)).toEqual({ x: 50, y: 60 });
    expect(slider.spans).toBe(rules === 'lazer' ? 1 : 2);
    expect(slider.points.at(-1)?.kind).toBe('end');
  });

  test('refuses a map with too many ticks', () => {
    const objects = Array(40).fill('0,0,0,2,0,L|9:9,1,1000000');
    const difficulty = ['SliderMultiplier:0.4', 'SliderTickRate:8'];
    expect(() =>
      preparePlayableMap({ objects, difficulty, timing: ['0,60000', '0,-1000,4,1,0,9,0'] }, { rules }),
    ).toThrow(expect.objectContaining({ code: 'beatmap/too-large' }));
  });
});

describe('stable', () => {
  test.each([
    [20, 1000, 1100, 1064],
    [14.4, 1000, 1072, 1036],
    [14, 1000, 1070, 1035],
    [4, 1000, 1020, 1010],
  ])('the end of a slider of %d pixels from %d to %d is judged at %d [SL4]', (length, start, end, judgedAt) => {
    const { endTime, points } = sliderOf(`0,0,${start},2,0,L|100:0,1,${length}`, 'stable');
    expect(endTime).toBe(end);
    expect(points.at(-1)).toMatchObject({ kind: 'end', time: end, judgedAt });
  });

  test('the start is truncated and the end rounded down to whole milliseconds [SL1] [BM2]', () => {
    const slider = sliderOf('0,0,1000.9,2,0,L|100:0,1,33.3', 'stable');
    expect([slider.startTime, slider.endTime]).toEqual([1000, 1166]);
    expect(sliderOf('0,0,1000.5,2,0,L|100:0,1,33.3', 'lazer').endTime).toBeCloseTo(1000.5 + 166.5, 3);
  });

  test('the ball moves between vertices by whole milliseconds [SL5]', () => {
    const slider = sliderOf('0,0,1000,2,0,L|20:0|20:100,1,120', 'stable', { timing: ['0,505'] });
    // 20 pixels take 101 ms, the next 100 take 505.
    expect(ballAt(slider, 1101)).toEqual({ x: 20, y: 0 });
    expect(ballAt(slider, 1102).y).toBeCloseTo(100 / 505, 4);
    const odd = sliderOf('0,0,1000,2,0,L|20:0|20:100,1,120', 'stable', { timing: ['0,503'] });
    // The ball reaches the corner after 100.6 ms, which counts as 1100.
    expect(ballAt(odd, 1100)).toEqual({ x: 20, y: 0 });
    expect(ballAt(sliderOf('0,0,1000,2,0,L|20:0|20:100,1,120', 'lazer', { timing: ['0,503'] }), 1100).x).toBeCloseTo(
      19.88,
      2,
    );
  });
});

test('lazer judges the end at its time [SL6]', () => {
  expect(sliderOf('0,0,1000,2,0,L|100:0,1,100', 'lazer').points.at(-1)).toMatchObject({ time: 1500, judgedAt: 1500 });
});

test('lazer ignores slider velocity before the first timing point [TP2]', () => {
  const timing = ['5000,-50,4,1,0,100,0', '6000,500,4'];
  expect(sliderOf('0,0,1000,2,0,L|100:0,1,100', 'lazer', { timing }).endTime).toBeCloseTo(1500, 6);
  expect(sliderOf('0,0,1000,2,0,L|100:0,1,100', 'stable', { timing }).endTime).toBe(1250);
});

test.each([
  ['L|230:170', 105, 1225, 1188],
  ['P|160:140|230:110', 140, 1299, 1264],
])(
  'the end of %s with length %d is at %d and is judged at %d, which is rounded separately [SL9]',
  (curve, length, end, judgedAt) => {
    const parts = { timing: ['0,300'], difficulty: ['SliderMultiplier:1.4'] };
    const slider = sliderOf(`100,100,1000,2,0,${curve},1,${length}`, 'stable', parts);
    expect([slider.endTime, slider.points.at(-1)?.judgedAt]).toEqual([end, judgedAt]);
  },
);
