import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { kernelFactory } from '../../../../test/support/kernel.ts';
import type { Body, ScreenPoint } from '../../scene/index.ts';
import type { Kernel } from '../kernel.ts';
import { createMemory } from '../memory.ts';
import { createBodyCache } from './body-cache.ts';
import { createBodyOutlines } from './body-outline.ts';

const size = { width: 400, height: 300 };

let newKernel: () => Kernel;
beforeAll(async () => {
  newKernel = await kernelFactory();
});

/** Measures bodies one after the other; answers with every distance of the last one. */
function measurer(): (body: Body, from: number, to: number) => Buffer {
  const kernel = newKernel();
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

/** Along curves points lie close together, along straight lines far apart; some paths turn back, some stand still. */
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

test('a body that grew or shrank step by step is, bit for bit, the one measured at once', () => {
  const way = fc.record({
    path: fc.tuple(fc.constant({ x: 200, y: 150 }), path).map(([seen, rest]) => [seen, ...rest]),
    radiusPx: fc.double({ min: 4, max: 70, noNaN: true }),
    frames: fc.integer({ min: 1, max: 30 }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(way, ({ path, radiusPx, frames, from }) => {
      const body: Body = { ...look, path, radiusPx };
      const sequel = measurer();
      for (const [start, end] of snaking(frames, from)) {
        expect(sequel(body, start, end).equals(measurer()(body, start, end)), `from ${start} to ${end}`).toBe(true);
      }
    }),
    { numRuns: 25, seed: 4 },
  );
});

test('a body that another frame has drawn in between is measured as if it had not', () => {
  const sequel = measurer();
  const body: Body = { ...look, path: spiral([{ x: 200, y: 150 }, 90, 6]), radiusPx: 31.7 };
  for (const [from, to] of [...snaking(7, 0.2), [0, 1], ...snaking(5, 0), [0.4, 0.4], [0.9, 1]] as const) {
    expect(sequel(body, from, to).equals(measurer()(body, from, to)), `from ${from} to ${to}`).toBe(true);
  }
});

test('bodies that are over take no more memory than a screen full of them, however many there were', () => {
  const screen = { width: 1920, height: 1080 };
  const kernel = newKernel();
  const memory = createMemory(kernel);
  const bodies = createBodyCache({ kernel, memory, outlines: createBodyOutlines(screen), ...screen });
  const begun = kernel.memory.buffer.byteLength;
  // 150 kB each: 45 MB in all.
  for (let nth = 0; nth < 300; nth++) {
    const left = (nth * 97) % 1500;
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
  expect(kernel.memory.buffer.byteLength - begun).toBeLessThanOrEqual(8 * 1024 * 1024);
});

const white = { r: 255, g: 255, b: 255 };
const look = { border: white, outer: white, inner: white, trackAlpha: 1 };

/** In from the head, whole for a while, out behind the ball; then out the other way. */
function snaking(frames: number, begin: number): (readonly [number, number])[] {
  const steps = Array.from({ length: frames }, (_, i) => begin + ((1 - begin) * (i + 0.37)) / frames);
  return [
    ...steps.map((to) => [begin, to] as const),
    [begin, 1],
    ...steps.map((from) => [from, 1] as const),
    [1, 1],
    [begin, 1],
    ...steps.map((gone) => [begin, 1 - gone + begin] as const),
  ];
}
