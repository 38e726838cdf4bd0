import { randomUUID } from 'node:crypto';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertJobs } from '../../support/database/job-rows.ts';
import { makeZip } from '../../support/files/zip.ts';
import { expectError, get, post } from '../../support/http/requests.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

let service: InProcessService;
beforeAll(async () => {
  service = await startInProcessService();
});
afterAll(() => service?.stop());

const preview = (skin: string, headers: Record<string, string> = {}) =>
  get(`${service.url}/v1/skins/${encodeURIComponent(skin)}/preview`, headers);

async function upload(name: string, ini: string): Promise<void> {
  const form = new FormData();
  form.set('skin', new File([Uint8Array.from(makeZip([{ name: 'skin.ini', data: ini }]))], `${name}.osk`));
  expect((await post(`${service.url}/v1/skins/upload`, form)).status).toBe(200);
}

async function pictureOf(response: Response): Promise<Buffer> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  return Buffer.from(await response.arrayBuffer());
}

test('every skin has a picture of its own, which browsers keep and ask after', async () => {
  await upload('Green', '[Colours]\nCombo1: 0,255,0\nSliderTrackOverride: 0,120,0\n');
  const ours = await pictureOf(await preview('Default'));
  const response = await preview('Green');
  const green = await pictureOf(response);
  const { width, height } = await loadImage(green);
  expect({ width, height }).toEqual({ width: 960, height: 540 });
  expect(green.equals(ours)).toBe(false);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');

  const etag = response.headers.get('etag') ?? '';
  for (const tags of [etag, `W/${etag}`, `"another", ${etag}`]) {
    expect((await preview('Green', { 'if-none-match': tags })).status).toBe(304);
  }
  expect((await preview('Green', { 'if-none-match': '"another"' })).status).toBe(200);
});

test('a skin that cannot be drawn looks like our own, without a word', async () => {
  await service.storage.put('skins/Broken.osk', Buffer.from('no archive at all'));
  const broken = await pictureOf(await preview('Broken'));
  expect(broken.equals(await pictureOf(await preview('Default')))).toBe(true);
});

test.each(['Nobody', '../skins/Green', 'a.b', '<b>', 'Default.osk'])('there is no skin %j', async (name) => {
  await expectError(await preview(name), 404, 'skin/not-found');
});

test('the pictures are no public artifacts', async () => {
  const [key] = await keysOf();
  await expectError(await get(`${service.url}/v1/artifacts/${key}`), 403, 'artifact/forbidden');
});

async function keysOf(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of service.storage.list('previews/')) keys.push(key);
  return keys;
}

test('every job has a card, which changes with its thumbnail', async () => {
  const [id = ''] = await insertJobs(service.database, [
    { status: 'completed', map_title: 'Artist - Title [Extra]', player: 'mira' },
  ]);
  const card = (headers: Record<string, string> = {}) => get(`${service.url}/v1/jobs/${id}/card`, headers);
  const first = await card();
  const etag = first.headers.get('etag') ?? '';
  const plain = await pictureOf(first);
  const { width, height } = await loadImage(plain);
  expect({ width, height }).toEqual({ width: 1200, height: 630 });
  expect((await card({ 'if-none-match': etag })).status).toBe(304);

  // Any JPEG serves as a thumbnail.
  await service.storage.put(`thumbnails/${id}.jpg`, await pictureOf(await preview('Default')));
  const withFrame = await pictureOf(await card({ 'if-none-match': etag }));
  expect(withFrame.equals(plain)).toBe(false);
  await expectError(await get(`${service.url}/v1/jobs/${randomUUID()}/card`), 404, 'job/not-found');
});

test('with too many waiting cards, the next one is 503, which no cache keeps as the card', async () => {
  const jobs = Array.from({ length: 26 }, (_, i) => ({ status: 'completed' as const, map_title: `Map ${i}` }));
  const ids = await insertJobs(service.database, jobs);
  const responses = await Promise.all(ids.map((id) => get(`${service.url}/v1/jobs/${id}/card`)));
  const busy = responses.filter(({ status }) => status !== 200);
  expect(busy.length).toBeGreaterThan(0);
  for (const response of busy) await expectError(response, 503, 'card/busy');
});
