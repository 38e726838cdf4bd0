import { expect, test } from 'vitest';
import { createBlockDifferences, type Plane, type Planes } from './block-differences.ts';

// 40 pixels wide: the blocks of the last column are half as wide as the others.
const [width, height] = [40, 32];

function planesOf(luma: (x: number, y: number) => number, padding = 0): Planes {
  const plane = (planeWidth: number, planeHeight: number, value: (x: number, y: number) => number): Plane => {
    const strideBytes = planeWidth + padding;
    const data = new Uint8Array(strideBytes * planeHeight).fill(255);
    for (let y = 0; y < planeHeight; y++) for (let x = 0; x < planeWidth; x++) data[y * strideBytes + x] = value(x, y);
    return { data, strideBytes };
  };
  const grey = () => 128;
  return [plane(width, height, luma), plane(width / 2, height / 2, grey), plane(width / 2, height / 2, grey)];
}

const flat = planesOf(() => 100);

test('equal pictures have no difference, whatever the padding of their rows', () => {
  const differences = createBlockDifferences({ width, height });
  differences.add(
    flat,
    planesOf(() => 100, 24),
  );
  expect(differences.result()).toEqual({ block: 0, frame: 0, lasting: 0, frameNumber: 0 });
});

test('noise that keeps the average of a block is no difference of blocks, but one of the frame', () => {
  const differences = createBlockDifferences({ width, height });
  differences.add(
    planesOf((x) => (x % 2 === 0 ? 103 : 97)),
    flat,
  );
  expect(differences.result()).toMatchObject({ block: 0, frame: 3, lasting: 0 });
});

test.each([
  ['in the first block', 0, 0],
  ['in a narrow block at the edge', 32, 16],
])('a change of one block is found %s, with its frame', (_, left, top) => {
  const differences = createBlockDifferences({ width, height });
  const changed = planesOf((x, y) => (x >= left && x < left + 16 && y >= top && y < top + 16 ? 140 : 100));
  for (const picture of [flat, flat, changed, flat]) differences.add(picture, flat);
  expect(differences.result()).toMatchObject({ block: 40, lasting: 10, frameNumber: 2 });
});

test('a faint mark that stays is a lasting difference; one that alternates is none', () => {
  const [staying, alternating] = [createBlockDifferences({ width, height }), createBlockDifferences({ width, height })];
  for (let frame = 0; frame < 10; frame++) {
    staying.add(
      planesOf(() => 103),
      flat,
    );
    alternating.add(
      planesOf(() => (frame % 2 === 0 ? 103 : 97)),
      flat,
    );
  }
  expect(staying.result()).toMatchObject({ block: 3, lasting: 3 });
  expect(alternating.result()).toMatchObject({ block: 3, lasting: 0 });
});

test('a change of colour alone is found', () => {
  const differences = createBlockDifferences({ width, height });
  const [y, u, v] = flat;
  differences.add([y, { ...u, data: u.data.map((value) => value + 20) }, v], flat);
  expect(differences.result()).toMatchObject({ block: 20, frame: 20 });
});
