import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { createStorage, type Storage } from '../storage/index.ts';
import { type DrawPreview, PreviewRefused } from './preview-drawer.ts';
import { createSkinPreviews, type SkinPreviews, type SkinPreviewsOptions } from './skin-previews.ts';

let folder: string;
let storage: Storage;
let drawn: string[];
let paths: number;
let created: SkinPreviews[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-previews-'));
  storage = await createStorage({ config: { kind: 'local' }, dataDir: folder, signingKey: Buffer.alloc(32) });
  drawn = [];
  paths = 0;
  created = [];
  await writeFile(join(folder, 'built-in.jpg'), 'an image of the built-in skin');
});
afterEach(async () => {
  await Promise.all(created.map((previews) => previews.stop()));
  await storage.close();
  await rm(folder, { recursive: true });
});

/** Writes a sentence about the skin's bytes instead of an image. */
const draw: DrawPreview = async ({ skin, file }) => {
  const bytes = await readFile(skin, 'utf8');
  drawn.push(bytes);
  if (bytes.startsWith('hostile')) throw new PreviewRefused('It needs too much memory.');
  if (bytes.startsWith('unlucky')) throw new Error('The process was killed.');
  await writeFile(file, `an image of ${bytes}`);
};

function previews(options: Partial<SkinPreviewsOptions> = {}): SkinPreviews {
  const newPath = () => join(folder, `work-${paths++}`);
  const skinPreviews = createSkinPreviews({
    storage,
    draw,
    builtInImage: join(folder, 'built-in.jpg'),
    newPath,
    log: createLog('silent'),
    rendererVersion: '1',
    ...options,
  });
  created.push(skinPreviews);
  return skinPreviews;
}

async function find(from: SkinPreviews, name: string) {
  const preview = await from.find(name);
  return preview && { image: await text(preview.image.stream), isOfThisSkin: preview.isOfThisSkin };
}

const put = (name: string, bytes: string) => storage.put(`skins/${name}.osk`, Buffer.from(bytes));

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.list('previews/')) found.push(key);
  return found;
}

test('a preview is drawn at the first request and then stored', async () => {
  await put('Mine', 'red circles');
  const first = previews();
  const both = await Promise.all([find(first, 'Mine'), find(first, 'Mine')]);
  expect(both).toEqual(Array(2).fill({ image: 'an image of red circles', isOfThisSkin: true }));
  expect(await find(previews(), 'Mine')).toEqual(both[0]);
  expect(drawn).toEqual(['red circles']);
  expect((await storage.stat((await keys())[0]!))?.contentType).toBe('image/jpeg');
});

test('the built-in skin has a preview, a missing skin has none', async () => {
  expect(await find(previews(), 'Default')).toEqual({ image: 'an image of the built-in skin', isOfThisSkin: true });
  expect(await previews().find('Missing')).toBeNull();
});

test('a replaced skin, or a new renderer version, is drawn again, and the old image is deleted', async () => {
  await put('Mine', 'red circles');
  const first = previews();
  await find(first, 'Mine');
  await put('Mine', 'blue circles');
  expect(await find(first, 'Mine')).toEqual({ image: 'an image of blue circles', isOfThisSkin: true });
  await find(previews({ rendererVersion: '2' }), 'Mine');
  expect(drawn).toEqual(['red circles', 'blue circles', 'blue circles']);
  expect(await keys()).toHaveLength(1);
});

test('a hostile skin is drawn once, and then has the image of the built-in skin', async () => {
  await put('Bad', 'hostile');
  const first = previews();
  expect(await find(first, 'Bad')).toEqual({ image: 'an image of the built-in skin', isOfThisSkin: true });
  expect(await find(first, 'Bad')).toEqual({ image: 'an image of the built-in skin', isOfThisSkin: true });
  expect(drawn).toEqual(['hostile']);
});

test('a skin whose drawing was interrupted is drawn again', async () => {
  await put('Mine', 'unlucky');
  const first = previews();
  for (let times = 0; times < 2; times++) {
    expect(await find(first, 'Mine')).toEqual({ image: 'an image of the built-in skin', isOfThisSkin: false });
  }
  expect(drawn).toEqual(['unlucky', 'unlucky']);
});

test('a request neither waits long nor in a long queue; the image is drawn later', async () => {
  await Promise.all(['A', 'B', 'C'].map((name) => put(name, name)));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: DrawPreview = async (task, options) => {
    await released;
    return draw(task, options);
  };
  await find(previews(), 'Default');
  const busy = previews({ draw: slow, timeoutMs: 30, maxWaiting: 2 });
  const substitute = { image: 'an image of the built-in skin', isOfThisSkin: false };
  // In sequence, so that it is certain which requests find the queue full.
  for (const name of ['A', 'B', 'C']) expect(await find(busy, name)).toEqual(substitute);
  release();
  await expect.poll(keys).toHaveLength(3);
  expect(await find(previews(), 'B')).toEqual({ image: 'an image of B', isOfThisSkin: true });
  expect(drawn).toEqual(['A', 'B']);
});

test('the built-in skin does not wait for other skins, and its old image is deleted', async () => {
  await put('Slow', 'slow');
  const slow: DrawPreview = (_, { signal }) => once(signal, 'abort').then(() => {});
  const busy = previews({ draw: slow, timeoutMs: 30 });
  const substitute = { image: 'an image of the built-in skin', isOfThisSkin: false };
  expect(await find(busy, 'Slow')).toEqual(substitute);
  expect(await find(busy, 'Default')).toEqual({ ...substitute, isOfThisSkin: true });
  expect(await find(previews({ rendererVersion: '2' }), 'Default')).toEqual({ ...substitute, isOfThisSkin: true });
  expect(await keys()).toHaveLength(1);
});

test('no file remains on disk', async () => {
  await Promise.all([put('Mine', 'red'), put('Bad', 'hostile'), put('Poor', 'unlucky')]);
  const first = previews();
  await Promise.all(['Mine', 'Bad', 'Poor'].map((name) => find(first, name)));
  expect((await readdir(folder)).filter((name) => name.startsWith('work-'))).toEqual([]);
});
