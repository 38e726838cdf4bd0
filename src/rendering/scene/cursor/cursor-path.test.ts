import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorAt, delayedCursorAt } from './cursor-path.ts';

function pathOf(...frames: readonly (readonly [time: number, x: number])[]) {
  return {
    times: Float64Array.from(frames, ([time]) => time),
    xs: Float32Array.from(frames, ([, x]) => x),
    ys: new Float32Array(frames.length),
    keys: new Uint8Array(frames.length),
  };
}

test.each([
  [-10, 100],
  [0, 100],
  [5, 150],
  [10, 200],
  [15, 200],
  [99, 200],
])('at %d ms the cursor is at %d: interpolated between frames, still before and after them', (t, x) => {
  expect(cursorAt(pathOf([0, 100], [10, 200], [20, 200]), t)?.x).toBe(x);
});

test('a replay without frames has no cursor', () => {
  expect(cursorAt(pathOf(), 0)).toBeNull();
});

test('a follower of a still cursor is at the cursor', () => {
  expect(delayedCursorAt(pathOf([0, 30], [1000, 30]), 60, 900).x).toBeCloseTo(30, 9);
});

test('after a jump, the follower has covered two thirds of the distance within one lag', () => {
  const jump = pathOf([0, 0], [1000, 0], [1000, 300], [5000, 300]);
  expect(delayedCursorAt(jump, 60, 1060).x).toBeCloseTo(300 * (1 - Math.exp(-1)), 3);
});

test('at a constant speed, the follower stays one lag behind', () => {
  expect(delayedCursorAt(pathOf([0, 0], [5000, 5000]), 60, 4000).x).toBeCloseTo(3940, 0);
});

test('the follower is where tiny steps would lead', () => {
  const frames = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 512 })), {
    minLength: 2,
    maxLength: 30,
  });
  fc.assert(
    fc.property(frames, (steps) => {
      let time = 0;
      const path = pathOf(
        [0, 256],
        ...steps.map(([delta, x]) => {
          time += delta;
          return [time, x] as const;
        }),
      );
      let stepped = 256;
      const dt = 0.05;
      for (let t = 0; t < time; t += dt)
        stepped += (cursorAt(path, t + dt / 2)!.x - stepped) * (1 - Math.exp(-dt / 60));
      expect(Math.abs(delayedCursorAt(path, 60, time).x - stepped)).toBeLessThan(0.6);
    }),
    { numRuns: 50 },
  );
});
