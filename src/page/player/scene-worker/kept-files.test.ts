import { expect, test } from 'vitest';
import { keepFiles, keepPictures } from './kept-files.ts';

const megabyte = 1024 * 1024;

/** A source whose files have the size in megabytes that their name says, and the names that were read from it. */
function countedSource() {
  const reads: string[] = [];
  const read = (name: string) => {
    reads.push(name);
    return name === 'missing' ? null : new Uint8Array(Number(name.split('-')[0]) * megabyte);
  };
  return { reads, files: keepFiles({ names: [], read }) };
}

test('a file is read once, also one that does not exist', () => {
  const { files, reads } = countedSource();
  expect(files.read('1')).toBe(files.read('1'));
  expect([files.read('missing'), files.read('missing')]).toEqual([null, null]);
  expect(reads).toEqual(['1', 'missing']);
});

test.each([
  ['8', 1],
  ['9', 2],
])('a file of %s MB is read %d times', (name, times) => {
  const { files, reads } = countedSource();
  files.read(name);
  files.read(name);
  expect(reads).toHaveLength(times);
});

test('at most 96 MB are kept', () => {
  const { files, reads } = countedSource();
  const names = Array.from({ length: 13 }, (_, i) => `8-${i}`);
  for (const name of [...names, ...names]) files.read(name);
  expect(reads).toEqual([...names, '8-12']);
});

test('a picture is decoded again only after newer ones have taken its space', async () => {
  const decoded: number[] = [];
  const decode = keepPictures(async ([width = 0]) => {
    decoded.push(width);
    return width === 0 ? null : { width, height: 1, rgba: new Uint8Array(width * 4) };
  }, 10);
  const [four, five, six, eleven, broken] = [4, 5, 6, 11, 0].map((width) => Uint8Array.of(width)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  expect(await decode(four)).toBe(await decode(four));
  await decode(five);
  await decode(four);
  // Takes the space of the five, which was used before the four.
  await decode(six);
  await decode(four);
  await decode(five);
  expect(decoded).toEqual([4, 5, 6, 5]);
  // Larger than the whole space: not kept, and nothing is dropped for it.
  await decode(eleven);
  await decode(eleven);
  await decode(five);
  expect([await decode(broken), decoded]).toEqual([null, [4, 5, 6, 5, 11, 11, 0]]);
});
