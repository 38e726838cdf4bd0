import { expect, test } from 'vitest';
import type { Compositor } from '../compositor/index.ts';
import { createDisplayList, videoImageName } from '../scene/index.ts';
import { openBackgroundVideo } from './background-video.ts';
import type { DecodedPicture } from './platform.ts';

const offset = 500;
const picture = (grey: number): DecodedPicture => ({ width: 1, height: 1, rgba: Uint8Array.of(grey, grey, grey, 255) });
const still = { ...picture(255), density: 1 };
/** Ten frames of a hundred milliseconds; those from the fourth to the sixth cannot be decoded. */
const pictures = Array.from({ length: 10 }, (_, number) => (number >= 4 && number < 7 ? null : picture(number)));

/** Loads times one after the other; returns the grey value of each. */
async function greysOf(times: readonly number[]): Promise<{ greys: Map<number, number>; notes: string[] }> {
  let current: number | null = null;
  const compositor = {
    width: 1,
    height: 1,
    setImage(_, { rgba }) {
      current = rgba[0]!;
    },
    removeImage() {},
  } as Partial<Compositor> as Compositor;
  const notes: string[] = [];
  const video = await openBackgroundVideo(
    { file: 'clip.avi', bytes: new Uint8Array(), offset, timeline: { lifetime: null, tracks: {}, triggers: [] } },
    compositor,
    {
      fallback: still,
      onNote: (note) => notes.push(note),
      openClip: async () => ({
        width: 1,
        height: 1,
        durationMs: 1000,
        async pictureAt(ms) {
          const found = pictures[Math.floor(ms / 100)];
          if (!found) throw new Error('The frame cannot be decoded.');
          return found;
        },
        async close() {},
      }),
    },
  );
  const list = createDisplayList();
  list.sprite(videoImageName, { at: { x: 0, y: 0 }, scale: 1 });
  const greys = new Map<number, number>();
  for (const t of times) {
    await video!.load(list, t);
    greys.set(t, current!);
  }
  return { greys, notes };
}

const times = pictures.map((_, number) => offset + number * 100 + 50);

test('a video that is broken in the middle shows the background there and continues after it', async () => {
  const { greys, notes } = await greysOf(times);
  expect([...greys.values()]).toEqual([0, 1, 2, 3, 255, 255, 255, 7, 8, 9]);
  expect(notes).toEqual(['The video "clip.avi" is broken at 950 ms: the background is shown there.']);
});

test('a frame of a broken video does not depend on frames loaded before', async () => {
  const { greys } = await greysOf(times);
  for (const order of [times.toReversed(), times.slice(5), [...times.slice(3), ...times.slice(0, 6)]]) {
    for (const [t, grey] of (await greysOf(order)).greys) expect(grey, `at ${t}`).toBe(greys.get(t));
  }
});

test.each(['is being opened again', 'waits for a frame'])('closing a video that %s ends the request', async (state) => {
  const waiting = promiseWithResolve();
  const settled = promiseWithResolve();
  let open = 0;
  const images: unknown[] = [];
  const compositor = {
    width: 1,
    height: 1,
    setImage: (_, image) => void images.push(image),
    removeImage() {},
  } as Partial<Compositor> as Compositor;
  const openClip = async () => {
    if (open++ > 0 && state === 'is being opened again') {
      waiting.resolve();
      await settled.promise;
    }
    return {
      width: 1,
      height: 1,
      durationMs: 1000,
      async pictureAt() {
        waiting.resolve();
        await settled.promise;
        return picture(1);
      },
      async close() {
        open--;
        settled.resolve();
      },
    };
  };
  const notes: string[] = [];
  const video = await openBackgroundVideo(
    { file: 'clip.avi', bytes: new Uint8Array(), offset, timeline: { lifetime: null, tracks: {}, triggers: [] } },
    compositor,
    { fallback: still, onNote: (note) => notes.push(note), openClip },
  );
  const list = createDisplayList();
  // After its end, the video is released.
  await video!.load(list, 5000);
  list.sprite(videoImageName, { at: { x: 0, y: 0 }, scale: 1 });
  const loading = video!.load(list, 900);
  await waiting.promise;
  await video!.close();
  settled.resolve();
  await loading;
  await video!.load(list, 950);
  expect(images).toEqual([]);
  expect(notes).toEqual([]);
  expect(open).toBe(0);
});

function promiseWithResolve() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}
