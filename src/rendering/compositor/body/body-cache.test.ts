import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { kernelFactory } from '../../../../test/support/compositor/kernel.ts';
import type { Body, ScreenPoint } from '../../scene/index.ts';
import type { Kernel } from '../kernel.ts';
import { createMemory } from '../memory.ts';
import { createBodyCache } from './body-cache.ts';
import { createBodyOutlines } from './body-outline.ts';

const size = { width: 400, height: 300 };

let newKernel: () => Kernel;
/** For bodies measured at once: a cache does not depend on what another left in the memory. */
let sharedKernel: Kernel;
beforeAll(async () => {
  newKernel = await kernelFactory();
  sharedKernel = newKernel();
});

/** Returns a function that measures a body, on top of the measurements before, and returns all its distances. */
function createMeasurer(kernel = newKernel()): (body: Body, from: number, to: number) => Buffer {
  const bodies = createBodyCache({ kernel, memory: createMemory(kernel), outlines: createBodyOutlines(size), ...size });
  return (body, from, to) => {
    const { field, box } = bodies.measure(body, from, to)!;
    return Buffer.from(new Uint8Array(kernel.memory.buffer, field, box.width * box.height * 2));
  };
}

const point: fc.Arbitrary<ScreenPoint> = fc.record({
  x: fc.double({ min: -50, max: 450, noNaN: true }),
  y: fc.double({ min: -50, max: 350, noNaN: true }),
});

/** Curves have points close together, straight lines have them far apart; some paths reverse, some have no length. */
const path = fc.oneof(
  fc.array(point, { minLength: 1, maxLength: 5 }),
  fc
    .tuple(point, fc.double({ min: 5, max: 120, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true }))
    .map(spiral),
);

function spiral([centre, radius, turn]: [ScreenPoint, number, number]): ScreenPoint[] {
  return Array.from({ length: 60 }, (_, i) => {
    const angle = (turn * i) / 59;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + (radius + i) * Math.sin(angle) };
  });
}

test('a body that grew or shrank step by step equals, bit for bit, one measured at once', () => {
  const snakingBody = fc.record({
    path: fc.tuple(fc.constant({ x: 200, y: 150 }), path).map(([visible, rest]) => [visible, ...rest]),
    radiusPx: fc.double({ min: 4, max: 70, noNaN: true }),
    frames: fc.integer({ min: 1, max: 30 }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(snakingBody, ({ path, radiusPx, frames, from }) => {
      const body: Body = { ...look, path, radiusPx };
      const measure = createMeasurer();
      for (const [start, end] of snaking(frames, from)) {
        const measuredAtOnce = createMeasurer(sharedKernel)(body, start, end);
        expect(measure(body, start, end).equals(measuredAtOnce), `from ${start} to ${end}`).toBe(true);
      }
    }),
    { numRuns: 25, seed: 4 },
  );
});

test('a body is measured the same whichever frames were drawn before', () => {
  const measure = createMeasurer();
  const body: Body = { ...look, path: spiral([{ x: 200, y: 150 }, 90, 6]), radiusPx: 31.7 };
  for (const [from, to] of [...snaking(7, 0.2), [0, 1], ...snaking(5, 0), [0.4, 0.4], [0.9, 1]] as const) {
    const measuredAlone = createMeasurer(sharedKernel)(body, from, to);
    expect(measure(body, from, to).equals(measuredAlone), `from ${from} to ${to}`).toBe(true);
  }
});

test('bodies that are no longer visible use at most one screen of memory, however many there were', () => {
  const screen = { width: 1920, height: 1080 };
  const kernel = newKernel();
  const memory = createMemory(kernel);
  const bodies = createBodyCache({ kernel, memory, outlines: createBodyOutlines(screen), ...screen });
  const bytesBefore = kernel.memory.buffer.byteLength;
  // 150 kB each, 45 MB in total.
  for (let i = 0; i < 300; i++) {
    const left = (i * 97) % 1500;
    const body: Body = {
      ...look,
      path: [
        { x: left, y: 300 },
        { x: left + 320, y: 420 },
      ],
      radiusPx: 60,
    };
    bodies.trim();
    bodies.measure(body, 0, 1);
  }
  expect(kernel.memory.buffer.byteLength - bytesBefore).toBeLessThanOrEqual(8 * 1024 * 1024);
});

const white = { r: 255, g: 255, b: 255 };
const look = { border: white, outer: white, inner: white, trackAlpha: 1 };

/** The ranges of a body that snakes in from its head, snakes out behind the ball, and snakes out backwards. */
function snaking(frames: number, begin: number): (readonly [number, number])[] {
  const steps = Array.from({ length: frames }, (_, i) => begin + ((1 - begin) * (i + 0.37)) / frames);
  return [
    ...steps.map((to) => [begin, to] as const),
    [begin, 1],
    ...steps.map((from) => [from, 1] as const),
    [1, 1],
    [begin, 1],
    ...steps.map((hidden) => [begin, 1 - hidden + begin] as const),
  ];
}
