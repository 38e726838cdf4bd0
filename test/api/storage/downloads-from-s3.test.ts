import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { S3Config } from '../../../src/config.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { makeZip } from '../../support/files/zip.ts';
import { expectError, get, jsonOf, post } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';
import { bucketEnvironment, createBucket } from '../../support/storage/bucket.ts';

const bucket = await createBucket();

if (bucket === null) test('the service on S3 is not tested: Swift is not installed', () => {});
else describe('the service on a bucket', () => serviceOn(bucket));

function serviceOn(bucket: S3Config): void {
  const id = randomUUID();
  let service: Service;
  beforeAll(async () => {
    service = await startService({ env: bucketEnvironment(bucket) });
  });
  afterAll(() => service?.stop());

  test('is healthy', async () => {
    const answer = await get(`${service.url}/health`);
    expect([answer.status, (await jsonOf(answer)).status]).toEqual([200, 'healthy']);
  });

  test('redirects to a link of the bucket that works for an hour, in parts too', async () => {
    await service.storage.put(`videos/${id}.mp4`, Buffer.from('a video'));
    const answer = await get(`${service.url}/v1/artifacts/videos/${id}.mp4`);
    expect(answer.status).toBe(302);
    const link = new URL(answer.headers.get('location')!);
    expect(link.origin).toBe(bucket.endpoint);
    expect(link.searchParams.get('X-Amz-Expires')).toBe('3600');
    const part = await fetch(link, { headers: { range: 'bytes=2-' } });
    expect([part.status, await part.text(), part.headers.get('content-type')]).toEqual([206, 'video', 'video/mp4']);
  });

  test('answers HEAD with a link that works for HEAD', async () => {
    await service.storage.put(`videos/${id}.mp4`, Buffer.from('a video'));
    const followed = await fetch(`${service.url}/v1/artifacts/videos/${id}.mp4`, { method: 'HEAD' });
    expect(followed.redirected).toBe(true);
    expect([followed.status, followed.headers.get('content-length')]).toEqual([200, '7']);
  });

  test('names a download by its player and map', async () => {
    const row = { player: 'mira ✓', map_title: 'Camellia - GHOST [Extra]' };
    const [job = ''] = await insertJobs(service.database, [row]);
    await service.storage.put(`videos/${job}.mp4`, Buffer.from('a video'));
    const video = await fetch(`${service.url}/v1/artifacts/videos/${job}.mp4?download`);
    expect(await video.text()).toBe('a video');
    expect(video.headers.get('content-disposition')).toBe(
      `attachment; filename="mira _ - GHOST [Extra].mp4"; filename*=UTF-8''mira%20%E2%9C%93%20-%20GHOST%20%5BExtra%5D.mp4`,
    );
  });

  test('sends a log as it is, and answers 404 for what the bucket does not have', async () => {
    await service.storage.put(`logs/${id}.log`, Buffer.from('frame 1\n'));
    const log = await get(`${service.url}/v1/artifacts/logs/${id}.log`);
    expect([log.status, await log.text()]).toEqual([200, 'frame 1\n']);
    await expectError(await get(`${service.url}/v1/artifacts/logs/${randomUUID()}.log`), 404, 'artifact/not-found');
    await expectError(await get(`${service.url}/v1/artifacts/skins/None.osk`), 404, 'artifact/not-found');
  });

  test('takes a skin, lists it and gives it back', async () => {
    const skin = Uint8Array.from(makeZip([{ name: 'skin.ini', data: '[General]' }]));
    const form = new FormData();
    form.set('skin', new File([skin], 'In a bucket.osk'));
    expect((await post(`${service.url}/v1/skins/upload`, form)).status).toBe(200);
    expect(await jsonOf(await get(`${service.url}/v1/skins`))).toMatchObject({ skins: ['Default', 'In a bucket'] });
    const link = await get(`${service.url}/v1/artifacts/skins/In%20a%20bucket.osk`);
    const stored = await fetch(link.headers.get('location')!);
    expect(stored.headers.get('content-disposition')).toMatch(/^attachment; filename="In a bucket.osk"/);
    expect(new Uint8Array(await stored.arrayBuffer())).toEqual(skin);
  });

  test('serves no links of its own', async () => {
    await expectError(await get(`${service.url}/storage/videos/${id}.mp4?expires=1&signature=x`), 404);
  });
}

test('the service is unhealthy when its bucket is not there', async () => {
  if (bucket === null) return;
  const service = await startService({ env: { ...bucketEnvironment(bucket), S3_BUCKET: 'reprise-no-such-bucket' } });
  try {
    const health = await get(`${service.url}/health`);
    expect([health.status, (await jsonOf(health)).status]).toEqual([503, 'unhealthy']);
    await expectError(await get(`${service.url}/v1/skins`), 503, 'storage/unavailable');
  } finally {
    await service.stop();
  }
});
