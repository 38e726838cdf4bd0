import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mapBytes } from '../../support/beatmaps/map-text.ts';
import { makeZip } from '../../support/files/zip.ts';
import { jsonOf, post, replayForm } from '../../support/http/requests.ts';
import { buildRequest } from '../../support/rendering/test-render.ts';
import { type Rendering, startRenderingService } from '../../support/service/rendering-service.ts';

let rendering: Rendering;
beforeAll(async () => {
  rendering = await startRenderingService();
});
afterAll(() => rendering.stop());

const ended = (id: string) => rendering.ended(id);

/** A map that is neither in the library nor on a mirror. */
const unknown = { general: ['AudioFilename: none.mp3'], objects: ['200,150,1000,1,0'] };
const replay = Uint8Array.from(buildRequest(unknown).replay);
const set = makeZip([{ name: 'map.osu', data: mapBytes(unknown) }]);

async function submitWithSet(): Promise<string> {
  const form = replayForm({ file: replay });
  form.set('beatmap', new File([Uint8Array.from(set)], 'set.osz'));
  const response = await post(`${rendering.service.url}/v1/render`, form);
  expect(response.status).toBe(202);
  return (await jsonOf(response)).job_id;
}

test('a beatmap that was uploaded with the replay is rendered, but not for other jobs', async () => {
  const id = await submitWithSet();
  expect(await ended(id)).toMatchObject({ status: 'completed', error_code: null });
  expect(await rendering.log(id)).toMatch(/The beatmap [0-9a-f]{32} was uploaded with the replay\./);
  const other = await rendering.submit({ file: replay });
  expect(await ended(other)).toMatchObject({ status: 'failed', error_code: 'beatmap/not-found' });
});

test('a skin is downloaded once for several renders, and again after it was replaced', async () => {
  const { storage } = rendering.service;
  const get = vi.spyOn(storage, 'get');
  const downloads = () => get.mock.calls.filter(([key]) => key === 'skins/Plain.osk').length;
  const skin = (name: string) => makeZip([{ name: 'skin.ini', data: `[General]\nName: ${name}\n` }]);
  const render = async () => {
    expect(await ended(await rendering.submit({ fields: { skin: 'Plain' } }))).toMatchObject({ status: 'completed' });
  };
  await storage.put('skins/Plain.osk', skin('first'));
  await render();
  await render();
  expect(downloads()).toBe(1);
  await storage.put('skins/Plain.osk', skin('second'));
  await render();
  expect(downloads()).toBe(2);
  get.mockRestore();
  await rendering.stopWorker();
  expect(await rendering.service.tempFiles()).toEqual([]);
  await rendering.startWorker();
});
