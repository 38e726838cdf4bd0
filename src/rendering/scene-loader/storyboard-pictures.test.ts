import { expect, test } from 'vitest';
import { plainPng } from '../../../test/support/rendering/test-render.ts';
import { decodePicture } from '../render/platform/decode-picture.ts';
import { createDisplayList } from '../scene/index.ts';
import { createStoryboardPictures } from './storyboard-pictures.ts';

const png = plainPng('red', { width: 50, height: 20 });

/** A compositor that records its pictures and their sizes; each picture has 1,000 pixels. */
function createRecorder(limits: { keptPx: number; maxPx: number }) {
  const held = new Map<string, number>();
  const notes: string[] = [];
  let decoded = 0;
  const files = {
    read(image: string) {
      decoded++;
      return image.includes('broken') ? png.subarray(0, 60) : png;
    },
    sizeOf: () => ({ width: 50, height: 20 }),
  };
  let maxHeldPx = 0;
  const heldPx = () => [...held.values()].reduce((sum, px) => sum + px, 0);
  const compositor = {
    width: 640,
    height: 360,
    setImage(name: string, { width, height }: { width: number; height: number }) {
      held.set(name, width * height);
      maxHeldPx = Math.max(maxHeldPx, heldPx());
    },
    removeImage: (name: string) => void held.delete(name),
  };
  const pictures = createStoryboardPictures(files, compositor, {
    decode: decodePicture,
    onNote: (note) => notes.push(note),
    ...limits,
  });
  return {
    notes,
    held,
    decoded: () => decoded,
    maxHeldPx: () => maxHeldPx,
    async show(...files: string[]): Promise<void> {
      const list = createDisplayList();
      for (const file of files) list.sprite(file, { at: { x: 0, y: 0 }, scale: 1 });
      await pictures.load(list);
    },
  };
}

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `storyboard/${from + i}.png`);
const defaultLimits = { keptPx: 4000, maxPx: 8000 };

test('a picture is decoded once, when a frame first draws it', async () => {
  const { show, held, decoded } = createRecorder(defaultLimits);
  await show('storyboard/a.png', 'storyboard/a.png', 'user/hitcircle.png');
  await show('storyboard/a.png');
  expect([...held]).toEqual([['storyboard/a.png', 1000]]);
  expect(decoded()).toBe(1);
});

test('the least recently used pictures are evicted, and loaded again when they are drawn', async () => {
  const { show, held, decoded, notes, maxHeldPx } = createRecorder(defaultLimits);
  for (const image of numbered(20)) {
    await show('storyboard/always.png', image);
    expect(held.has(image) && held.has('storyboard/always.png')).toBe(true);
  }
  expect(maxHeldPx()).toBeLessThanOrEqual(defaultLimits.keptPx);
  expect(decoded()).toBe(21);
  await show('storyboard/0.png');
  expect(held.has('storyboard/0.png')).toBe(true);
  expect(notes).toEqual([]);
});

test('a frame that exceeds the limit leaves pictures out, with one note', async () => {
  const { show, held, notes } = createRecorder(defaultLimits);
  await show(...numbered(30));
  await show(...numbered(30));
  expect(held.size).toBe(30);
  expect([...held.values()].filter((px) => px === 1000)).toHaveLength(8);
  expect(notes).toEqual(['Some pictures of the storyboard are left out: together they are too large.']);
});

test('the pictures left out depend on the frame alone, not on earlier frames, and memory stays limited', async () => {
  const after = createRecorder(defaultLimits);
  for (let frame = 0; frame < 200; frame++) {
    // One to fourteen of forty pictures, varying with the frame.
    const images = numbered(1 + ((frame * 5) % 14), (frame * 17) % 26);
    const shown = ({ held }: typeof after) => images.map((image) => held.get(image));
    await after.show(...images);
    const first = createRecorder(defaultLimits);
    await first.show(...images);
    expect(shown(after)).toEqual(shown(first));
  }
  expect(after.maxHeldPx()).toBeLessThanOrEqual(defaultLimits.maxPx + 14);
});

test.each([
  [2000, [1000, 1000]],
  [1999, [1000, 1]],
])('within %d pixels, two pictures of 1,000 pixels use %j', async (maxPx, px) => {
  const { show, held } = createRecorder({ keptPx: 4000, maxPx });
  await show(...numbered(2));
  expect([...held.values()]).toEqual(px);
});

test('a picture that cannot be decoded is replaced by an empty one and not tried again', async () => {
  const { show, held, decoded } = createRecorder(defaultLimits);
  await show('storyboard/broken.png');
  await show('storyboard/broken.png');
  expect([...held]).toEqual([['storyboard/broken.png', 1]]);
  expect(decoded()).toBe(1);
});
