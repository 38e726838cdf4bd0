import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { type Card, cardSize, drawCard } from './draw-card.ts';

/** Without the built glyphs, each character is a box of its own. */
const glyphs = 'dist/assets/glyphs';
const card: Card = {
  title: 'Artist - Title',
  difficulty: 'Extra',
  player: 'mira',
  mods: ['HD', 'DT'],
  grade: { letters: 'S', isSilver: true },
  values: [{ name: 'Accuracy', value: '98.70%' }],
};
const empty: Card = { title: '', difficulty: null, player: '', mods: [], grade: null, values: [] };

async function pixelsOf(changes: Partial<Card>, picture: Uint8Array | null = null) {
  const image = await loadImage(await drawCard({ ...empty, ...changes }, { picture, glyphs }));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** The smallest rectangle around all bright pixels; null if there are none. */
function brightArea({ width, height, data }: Awaited<ReturnType<typeof pixelsOf>>) {
  const area = { left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 300) continue;
      area.left = Math.min(area.left, x);
      area.right = Math.max(area.right, x);
      area.top = Math.min(area.top, y);
      area.bottom = Math.max(area.bottom, y);
    }
  }
  return area.right < 0 ? null : area;
}

test.each(Object.keys(empty) as (keyof Card)[])('%s is on the card', async (name) => {
  expect(brightArea(await pixelsOf({}))).toBeNull();
  const area = brightArea(await pixelsOf({ [name]: card[name] }));
  expect(area).not.toBeNull();
});

test('everything stays inside the margins, however long the texts are', async () => {
  const long = 'いろは歌 Wide Words '.repeat(20);
  const area = brightArea(
    await pixelsOf({
      title: long,
      difficulty: long,
      player: long,
      mods: Array(20).fill('HD'),
      grade: { letters: 'SS', isSilver: false },
      values: Array(9).fill({ name: 'Accuracy', value: '100.00%' }),
    }),
  );
  expect(area!.left).toBeGreaterThan(40);
  expect(area!.right).toBeLessThan(cardSize.width - 40);
  expect(area!.bottom).toBeLessThan(cardSize.height - 40);
});

test('a frame of any shape fills the card', async () => {
  const frame = createCanvas(90, 160);
  frame.getContext('2d').fillStyle = '#ffffff';
  frame.getContext('2d').fillRect(0, 0, 90, 160);
  const { data, width, height } = await pixelsOf({}, await frame.encode('jpeg'));
  // Brighter than the plain background, in the corners too.
  for (const at of [0, width - 1, (height - 1) * width]) expect(data[at * 4]!).toBeGreaterThan(22);
});

test.each([
  ['no picture', Buffer.from('not a picture')],
  ['an empty file', Buffer.alloc(0)],
  ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
])('%s in place of the frame leaves the background plain', async (_, picture) => {
  const plain = await drawCard(card, { picture: null, glyphs });
  expect((await drawCard(card, { picture, glyphs })).equals(plain)).toBe(true);
});
