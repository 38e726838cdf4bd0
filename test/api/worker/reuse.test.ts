import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeZip } from '../../support/files/zip.ts';
import { get } from '../../support/http/requests.ts';
import {
  lateReplay,
  type Rendering,
  savedAnew,
  startRenderingService,
} from '../../support/service/rendering-service.ts';

const longWait = { timeout: 300_000, interval: 200 };

let rendering: Rendering;
let renders = 0;
beforeAll(async () => {
  rendering = await startRenderingService({ repeats: true });
  rendering.through((render) => (task, hooks) => {
    renders++;
    return render(task, hooks);
  });
});
afterAll(() => rendering.stop());
beforeEach(() => {
  renders = 0;
});

async function completed(submission: Parameters<Rendering['submit']>[0]): Promise<string> {
  const id = await rendering.submit(submission);
  await vi.waitFor(async () => expect(await rendering.job(id)).toMatchObject({ status: 'completed' }), longWait);
  return id;
}

async function bytesOf(key: string): Promise<string | null> {
  const object = await rendering.service.storage.get(key);
  return object && text(object.stream.setEncoding('latin1'));
}

test('an identical job is not rendered again, and each job has its own artifacts', async () => {
  const file = savedAnew();
  const first = await completed({ file });
  const second = await completed({ file });
  expect(renders).toBe(1);

  const [one, two] = [await rendering.job(first), await rendering.job(second)];
  expect(two).toMatchObject({ progress: 100, map_title: one.map_title, config: one.config, error_code: null });
  expect(await rendering.log(second)).toMatch(/ An earlier job .*: reusing its video\.\n.* Completed\.\n$/);
  const video = await bytesOf(`videos/${first}.mp4`);
  const analytics = await (await get(`${rendering.service.url}/v1/jobs/${second}/analytics`)).json();
  expect(analytics).toMatchObject({ job_id: second, hits: expect.anything() });

  const { storage } = rendering.service;
  for (const key of [`videos/${first}.mp4`, `thumbnails/${first}.jpg`]) await storage.delete(key);
  expect(await bytesOf(`videos/${second}.mp4`)).toBe(video);
  expect(await bytesOf(`thumbnails/${second}.jpg`)).not.toBeNull();

  // The newest job that still has its artifacts is reused.
  await completed({ file });
  expect(renders).toBe(1);
});

test('other settings need another render', async () => {
  const file = savedAnew();
  await completed({ file });
  await completed({ file, fields: { bg_dim: '0.5' } });
  expect(renders).toBe(2);
});

test('a play with a mistake has a video of its mistakes, and a play without any has none', async () => {
  const fields = { settings: JSON.stringify({ moments: 'mistakes' }) };
  const id = await completed({ file: lateReplay, fields });
  expect((await rendering.job(id)).config.settings).toEqual({ moments: 'mistakes' });
  const withoutMistakes = await rendering.submit({ fields });
  const failed = { status: 'failed', error_code: 'video/no-moments' };
  await vi.waitFor(async () => expect(await rendering.job(withoutMistakes)).toMatchObject(failed), longWait);
});

test('the animation is part of a render, and is reused with it', async () => {
  const file = savedAnew();
  const animated = (kind: string) => ({ file, fields: { settings: JSON.stringify({ preview: kind }) } });
  const first = await completed(animated('gif'));
  const second = await completed(animated('gif'));
  expect(renders).toBe(1);
  expect(await bytesOf(`gifs/${first}.gif`)).toMatch(/^GIF89a/);
  expect(await bytesOf(`gifs/${second}.gif`)).toBe(await bytesOf(`gifs/${first}.gif`));
  expect((await rendering.job(second)).artifacts.preview_url).toBe(`/v1/artifacts/gifs/${second}.gif`);

  const third = await completed(animated('webp'));
  expect(renders).toBe(2);
  expect(await bytesOf(`webps/${third}.webp`)).toMatch(/^RIFF/);
  const fourth = await completed({ file });
  expect((await rendering.job(fourth)).artifacts.preview_url).toBeNull();
});

test('a skin that was replaced under the same name needs another render', async () => {
  const { storage } = rendering.service;
  const skin = (author: string) => makeZip([{ name: 'skin.ini', data: Buffer.from(`[General]\nAuthor: ${author}\n`) }]);
  const [file, fields] = [savedAnew(), { skin: 'Changing' }];
  await storage.put('skins/Changing.osk', skin('one'));
  await completed({ file, fields });
  await storage.put('skins/Changing.osk', skin('another'));
  await completed({ file, fields });
  expect(renders).toBe(2);
  await storage.put('skins/Changing.osk', skin('one'));
  await completed({ file, fields });
  expect(renders).toBe(2);
});

test('deleted artifacts are rendered again', async () => {
  const file = savedAnew();
  const first = await completed({ file });
  await rendering.service.storage.delete(`thumbnails/${first}.jpg`);
  const second = await completed({ file });
  expect(renders).toBe(2);
  expect(await bytesOf(`thumbnails/${second}.jpg`)).not.toBeNull();
});
