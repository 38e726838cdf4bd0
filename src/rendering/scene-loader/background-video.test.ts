import { expect, test } from 'vitest';
import type { Compositor } from '../compositor/index.ts';
import { createDisplayList, videoImageName } from '../scene/index.ts';
import { openBackgroundVideo } from './background-video.ts';
import type { DecodedPicture } from './platform.ts';

const offset = 500;
const picture = (grey: number): DecodedPicture => ({ width: 1, height: 1, rgba: Uint8Array.of(grey, grey, grey, 255) });
const still = { ...picture(255), density: 1 };
/** Ten pictures, of a hundred milliseconds each; those from the fourth to the sixth cannot be had. */
const pictures = Array.from({ length: 10 }, (_, number) => (number >= 4 && number < 7 ? null : picture(number)));

/** Loads moments one after the other; tells what grey was seen at each. */
async function greysOf(moments: readonly number[]): Promise<{ greys: Map<number, number>; notes: string[] }> {
  let seen: number | null = null;
  const compositor = {
    width: 1,
    height: 1,
    setImage(_, { rgba }) {
      seen = rgba[0]!;
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
        ...{ width: 1, height: 1, durationMs: 1000 },
        async pictureAt(ms) {
          const found = pictures[Math.floor(ms / 100)];
          if (!found) throw new Error('It cannot be painted.');
          return found;
        },
        async close() {},
      }),
    },
  );
  const list = createDisplayList();
  list.sprite(videoImageName, { at: { x: 0, y: 0 }, scale: 1 });
  const greys = new Map<number, number>();
  for (const t of moments) {
    await video!.load(list, t);
    greys.set(t, seen!);
  }
  return { greys, notes };
}

const moments = pictures.map((_, number) => offset + number * 100 + 50);

test('a video that is broken in its middle shows the background there and goes on after it', async () => {
  const { greys, notes } = await greysOf(moments);
  expect([...greys.values()]).toEqual([0, 1, 2, 3, 255, 255, 255, 7, 8, 9]);
  expect(notes).toEqual(['The video "clip.avi" is broken at 950 ms: the background is shown there.']);
});

test('what is seen of a broken video does not depend on what was seen before', async () => {
  const { greys } = await greysOf(moments);
  for (const order of [moments.toReversed(), moments.slice(5), [...moments.slice(3), ...moments.slice(0, 6)]]) {
    for (const [t, grey] of (await greysOf(order)).greys) expect(grey, `at ${t}`).toBe(greys.get(t));
  }
});
