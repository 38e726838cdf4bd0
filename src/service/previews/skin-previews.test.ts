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
let made: SkinPreviews[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-previews-'));
  storage = await createStorage({ config: { kind: 'local' }, dataDir: folder, signingKey: Buffer.alloc(32) });
  drawn = [];
  paths = 0;
  made = [];
});
afterEach(async () => {
  await Promise.all(made.map((previews) => previews.stop()));
  await storage.close();
  await rm(folder, { recursive: true });
});

/** The "picture" of a skin is a sentence about its bytes. */
const draw: DrawPreview = async ({ skin, file }) => {
  const bytes = skin === null ? 'ours' : await readFile(skin, 'utf8');
  drawn.push(bytes);
  if (bytes.startsWith('hostile')) throw new PreviewRefused('It eats memory.');
  if (bytes.startsWith('unlucky')) throw new Error('Somebody ended the process.');
  await writeFile(file, `a picture of ${bytes}`);
};

function previews(options: Partial<SkinPreviewsOptions> = {}): SkinPreviews {
  const newPath = () => join(folder, `work-${paths++}`);
  const created = createSkinPreviews({
    ...{ storage, draw, newPath, log: createLog('silent'), rendererVersion: '1' },
    ...options,
  });
  made.push(created);
  return created;
}

async function seen(from: SkinPreviews, name: string) {
  const preview = await from.find(name);
  return preview && { picture: await text(preview.picture.stream), isItsOwn: preview.isItsOwn };
}

const put = (name: string, bytes: string) => storage.put(`skins/${name}.osk`, Buffer.from(bytes));

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.list('previews/')) found.push(key);
  return found;
}

test('a preview is drawn when it is asked for first, and then kept', async () => {
  await put('Mine', 'red circles');
  const first = previews();
  const asked = await Promise.all([seen(first, 'Mine'), seen(first, 'Mine')]);
  expect(asked).toEqual(Array(2).fill({ picture: 'a picture of red circles', isItsOwn: true }));
  expect(await seen(previews(), 'Mine')).toEqual(asked[0]);
  expect(drawn).toEqual(['red circles']);
  expect((await storage.stat((await keys())[0]!))?.contentType).toBe('image/jpeg');
});

test('our own skin has one too, a skin that is not there has none', async () => {
  expect(await seen(previews(), 'Default')).toEqual({ picture: 'a picture of ours', isItsOwn: true });
  expect(await previews().find('Nobody')).toBeNull();
});

test('a replaced skin, or another version of the program, is drawn anew; the old picture goes', async () => {
  await put('Mine', 'red circles');
  const first = previews();
  await seen(first, 'Mine');
  await put('Mine', 'blue circles');
  expect(await seen(first, 'Mine')).toEqual({ picture: 'a picture of blue circles', isItsOwn: true });
  await seen(previews({ rendererVersion: '2' }), 'Mine');
  expect(drawn).toEqual(['red circles', 'blue circles', 'blue circles']);
  expect(await keys()).toHaveLength(1);
});

test('a hostile skin is tried once and looks like our own from then on', async () => {
  await put('Bad', 'hostile');
  const first = previews();
  expect(await seen(first, 'Bad')).toEqual({ picture: 'a picture of ours', isItsOwn: true });
  expect(await seen(first, 'Bad')).toEqual({ picture: 'a picture of ours', isItsOwn: true });
  expect(drawn).toEqual(['hostile', 'ours']);
});

test('one that was not to blame is tried again', async () => {
  await put('Mine', 'unlucky');
  const first = previews();
  for (let times = 0; times < 2; times++) {
    expect(await seen(first, 'Mine')).toEqual({ picture: 'a picture of ours', isItsOwn: false });
  }
  expect(drawn).toEqual(['unlucky', 'ours', 'unlucky']);
});

test('who asks is not kept waiting for long, nor in a long line; the picture comes later', async () => {
  await Promise.all(['A', 'B', 'C'].map((name) => put(name, name)));
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: DrawPreview = async (task, options) => {
    if (task.skin !== null) await held;
    return draw(task, options);
  };
  await seen(previews(), 'Default');
  const busy = previews({ draw: slow, patienceMs: 30, mostWaiting: 2 });
  const instead = { picture: 'a picture of ours', isItsOwn: false };
  // One after the other, or which of them find room would be chance.
  for (const name of ['A', 'B', 'C']) expect(await seen(busy, name)).toEqual(instead);
  goOn();
  await expect.poll(keys).toHaveLength(3);
  expect(await seen(previews(), 'B')).toEqual({ picture: 'a picture of B', isItsOwn: true });
  expect(drawn).toEqual(['ours', 'A', 'B']);
});

test('nothing is left on disk', async () => {
  await Promise.all([put('Mine', 'red'), put('Bad', 'hostile'), put('Poor', 'unlucky')]);
  const first = previews();
  await Promise.all(['Mine', 'Bad', 'Poor'].map((name) => seen(first, name)));
  expect((await readdir(folder)).filter((name) => name.startsWith('work-'))).toEqual([]);
});
