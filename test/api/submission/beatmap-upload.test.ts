import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJobId } from '../../../src/contract/index.ts';
import type { Job } from '../../../src/service/jobs/index.ts';
import { makeZip } from '../../support/files/zip.ts';
import {
  expectError,
  formHead,
  jsonOf,
  multipart,
  multipartType,
  newClient,
  openRaw,
  type Part,
  post,
  replayBytes,
} from '../../support/http/requests.ts';
import { playedMap, playedReplay, playedSet } from '../../support/service/rendering-service.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

const MIB = 1024 * 1024;

let service: InProcessService;
beforeAll(async () => {
  service = await startInProcessService({
    env: { MAX_BEATMAP_SIZE_MB: '2', MAX_REPLAY_SIZE_MB: '1', MAX_QUEUED: '1000' },
  });
});
afterAll(() => service?.stop());

const replay: Part = { name: 'replay', filename: 'play.osr', body: playedReplay };
const beatmap = (body: Uint8Array | string = playedSet, filename = 'set.osz'): Part => ({
  name: 'beatmap',
  filename,
  body,
});

const send = (parts: readonly Part[], { path = '/v1/render', client = newClient() } = {}) =>
  post(`${service.url}${path}`, multipart(parts), { client, headers: { 'content-type': multipartType } });

async function storedSets(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of service.storage.list('beatmaps/')) keys.push(key);
  return keys;
}

async function jobOf(response: Response): Promise<Job> {
  // The legacy interface writes ids without dashes.
  const job = await service.jobs.get(parseJobId((await jsonOf(response)).job_id) ?? '');
  if (job === null) throw new Error('There is no such job.');
  return job;
}

describe('a beatmap set uploaded with the replay', () => {
  test.each([
    ['after it', [replay, beatmap()]],
    ['before it', [beatmap(), replay]],
    [
      'between fields',
      [{ name: 'skin', body: 'A' }, beatmap(playedSet, 'SET.OSZ'), { name: 'bg_dim', body: '1' }, replay],
    ],
  ])('%s is stored for jobs that uploaded it only', async (_, parts) => {
    const response = await send(parts);
    expect(response.status).toBe(202);
    const job = await jobOf(response);
    const stored = await service.storage.get(`beatmaps/${job.beatmapSetId}.osz`);
    expect(Buffer.concat((await stored?.stream.toArray()) ?? []).equals(playedSet)).toBe(true);
    expect(job.beatmapSha256).toEqual(createHash('sha256').update(playedSet).digest());
    expect(await storedSets()).not.toContain(`beatmaps/${job.replay.beatmapMd5}.osz`);
    expect(await service.tempFiles()).toEqual([]);
  });

  test('cannot be downloaded as an artifact', async () => {
    const { beatmapSetId } = await jobOf(await send([replay, beatmap()]));
    await expectError(await fetch(`${service.url}/v1/artifacts/beatmaps/${beatmapSetId}.osz`), 403);
  });

  test('is stored once, however often clients upload it, and deleted with its last job', async () => {
    const mine = makeZip([{ name: 'again.osu', data: playedMap }]);
    const before = await storedSets();
    const jobs: Job[] = [];
    for (let i = 0; i < 5; i++) {
      const job = await jobOf(await send([replay, beatmap(mine)]));
      jobs.push(await service.jobs.cancel(job, 'operator'));
    }
    const [first] = jobs;
    const retried = await service.jobs.retry(first!, { requester: 'operator', storage: service.storage });
    await service.jobs.cancel(retried, 'operator');
    const key = `beatmaps/${first!.beatmapSetId}.osz`;
    expect((await storedSets()).filter((stored) => !before.includes(stored))).toEqual([key]);

    const ids = [...jobs, retried].map(({ id }) => id);
    const { bytes } = await service.jobs.retention.purge(service.storage, ids.slice(1));
    expect(bytes).toBeGreaterThan(0);
    expect(await service.storage.stat(key)).not.toBeNull();
    const last = await service.jobs.retention.purge(service.storage, ids);
    expect(last.bytes).toBeGreaterThan(mine.length);
    expect(await storedSets()).toEqual(before);
  });

  test('whose object is missing is stored again', async () => {
    const job = await jobOf(await send([replay, beatmap()]));
    const key = `beatmaps/${job.beatmapSetId}.osz`;
    await service.storage.delete(key);
    expect((await jobOf(await send([replay, beatmap()]))).beatmapSetId).toBe(job.beatmapSetId);
    expect(await service.storage.stat(key)).not.toBeNull();
  });

  test('is optional, also as the empty file input of a browser or as an empty text', async () => {
    for (const parts of [[replay], [replay, beatmap('', '')], [{ name: 'beatmap', body: '' }, replay]]) {
      const response = await send(parts);
      expect(response.status).toBe(202);
      expect((await jobOf(response)).beatmapSetId).toBeNull();
    }
  });

  test('may be as large as the limit and not a byte larger', async () => {
    const entry = { name: 'map.osu', data: Buffer.alloc(0) };
    const filled = (bytes: number) => makeZip([entry, { name: 'fill', data: randomBytes(bytes), method: 'store' }]);
    const frame = filled(0).length;
    await expectError(await send([replay, beatmap(filled(2 * MIB - frame))]), 422, 'beatmap/mismatch');
    const { detail } = await expectError(
      await send([replay, beatmap(filled(2 * MIB - frame + 1))]),
      413,
      'beatmap/file-too-large',
    );
    expect(detail).toBe('Beatmap file exceeds maximum size of 2MB.');
  });

  test('does not raise the limit for other parts of the form', async () => {
    const rubbish = { name: 'rubbish', filename: 'x', body: new Uint8Array(2 * MIB + 100) };
    await expectError(await send([beatmap(), replay, rubbish]), 413, 'request/too-large');
  });

  test('does not raise the limit for the replay', async () => {
    const large = { ...replay, body: new Uint8Array(MIB + 1) };
    await expectError(await send([large, beatmap()]), 413, 'replay/too-large');
  });
});

describe('a refused beatmap set', () => {
  const bomb = makeZip([{ name: 'map.osu', data: Buffer.alloc(32 * MIB) }]);

  test.each<[what: string, parts: Part[], status: number, code: string]>([
    ['a set of another map', [replay, beatmap(makeZip([{ name: 'a.osu', data: 'x' }]))], 422, 'beatmap/mismatch'],
    ['a set for another replay', [{ ...replay, body: replayBytes }, beatmap()], 422, 'beatmap/mismatch'],
    ['another extension', [replay, beatmap(playedSet, 'set.zip')], 400, 'beatmap/wrong-extension'],
    ['no name', [replay, beatmap(playedSet, '')], 400, 'beatmap/wrong-extension'],
    ['an empty file', [replay, beatmap('')], 422, 'archive/unreadable'],
    ['no archive', [replay, beatmap('PK, but not really')], 422, 'archive/unreadable'],
    ['a ZIP bomb', [replay, beatmap(bomb)], 422, 'archive/too-large'],
    ['a path outside the archive', [replay, beatmap(makeZip([{ name: '../../x', data: 'x' }]))], 422, 'archive/unsafe'],
    ['two sets', [replay, beatmap(), beatmap()], 422, 'request/invalid'],
    ['a text instead of a file', [replay, { name: 'beatmap', body: 'text' }], 422, 'request/invalid'],
    ['a set without a replay', [beatmap()], 422, 'request/invalid'],
  ])('(%s) leaves nothing behind', async (_, parts, status, code) => {
    const before = await storedSets();
    const client = newClient();
    const body = await expectError(await send(parts, { client }), status, code);
    if (status === 422)
      expect(body.errors?.[0]?.field).toBe(code === 'request/invalid' && parts.length === 1 ? 'replay' : 'beatmap');
    expect(await storedSets()).toEqual(before);
    expect(await service.tempFiles()).toEqual([]);
    // It did not count against the rate limit.
    expect((await send([replay, beatmap()], { client })).headers.get('x-ratelimit-remaining')).toBe('4');
  });

  test('leaves nothing behind if the client disconnects', async () => {
    const raw = openRaw(service.url);
    const body = multipart([replay, beatmap(randomBytes(MIB))], { close: false });
    await raw.send(formHead('/v1/render', body.length + MIB));
    await raw.send(body);
    await expect.poll(() => service.tempFiles()).toHaveLength(2);
    raw.vanish();
    await expect.poll(() => service.tempFiles()).toEqual([]);
  });

  test('is not validated if the client has exceeded its rate limit', async () => {
    const client = newClient();
    for (let i = 0; i < 5; i++) await send([replay], { client });
    await expectError(await send([replay, beatmap(bomb)], { client }), 429, 'limit/rate');
  });
});

describe('a retry with a beatmap set', () => {
  const map = beatmap(makeZip([{ name: 'retry.osu', data: playedMap }]));
  const retry = (job: Job, parts: readonly Part[], { client = job.client } = {}) =>
    send(parts, { path: `/v1/jobs/${job.id}/retry`, client });

  /** A job that has failed because no source has its map. */
  async function failedJob(): Promise<Job> {
    const fields = { name: 'settings', body: '{"cursor_size": 2}' };
    const job = await jobOf(await send([replay, fields]));
    const completion = { success: false, code: 'beatmap/not-found', error: 'There is no map.' } as const;
    await service.jobs.complete(job.id, completion);
    return (await service.jobs.get(job.id))!;
  }

  test('creates a job with the replay and the settings of the failed one and with that set', async () => {
    const failed = await failedJob();
    const response = await retry(failed, [map]);
    expect([response.status, response.headers.get('x-ratelimit-remaining')]).toEqual([202, '3']);
    const job = await jobOf(response);
    expect(job).toMatchObject({ status: 'queued', options: failed.options, replay: failed.replay, hasAnalytics: true });
    const stored = await service.storage.get(`beatmaps/${job.beatmapSetId}.osz`);
    expect(Buffer.concat((await stored?.stream.toArray()) ?? []).equals(Buffer.from(map.body))).toBe(true);
    expect(await service.storage.stat(`replays/${job.id}.osr`)).not.toBeNull();
    expect(await service.jobs.get(failed.id)).toEqual(failed);
    expect(await service.tempFiles()).toEqual([]);
  });

  test('replaces the set of a job that was submitted with one', async () => {
    const first = await jobOf(await send([replay, beatmap()]));
    const failed = await service.jobs.cancel(first, 'operator');
    const job = await jobOf(await retry(failed, [map]));
    expect(job.beatmapSetId).not.toBe(failed.beatmapSetId);
    expect((await jobOf(await retry(failed, []))).beatmapSetId).toBe(failed.beatmapSetId);
  });

  test('is a plain retry if the form has no set', async () => {
    const failed = await failedJob();
    for (const parts of [[], [beatmap('', '')]]) {
      const response = await retry(failed, parts);
      expect(response.status).toBe(202);
      const job = await jobOf(response);
      expect(job.beatmapSetId).toBeNull();
      await service.jobs.cancel(job, 'operator');
    }
  });

  test.each<[what: string, part: Part, status: number, code: string]>([
    ['a set of another map', beatmap(makeZip([{ name: 'a.osu', data: 'x' }])), 422, 'beatmap/mismatch'],
    ['another extension', beatmap(playedSet, 'set.zip'), 400, 'beatmap/wrong-extension'],
    ['no archive', beatmap('PK, but not really'), 422, 'archive/unreadable'],
    ['a path outside the archive', beatmap(makeZip([{ name: '../../x', data: 'x' }])), 422, 'archive/unsafe'],
    ['a set above the size limit', beatmap(new Uint8Array(2 * MIB + 1)), 413, 'beatmap/file-too-large'],
    ['a text instead of a file', { name: 'beatmap', body: 'text' }, 422, 'request/invalid'],
    ['another large file', { name: 'rubbish', filename: 'x', body: new Uint8Array(2 * MIB) }, 413, 'request/too-large'],
  ])('(%s) is refused, leaves nothing behind and does not count', async (_, part, status, code) => {
    const failed = await failedJob();
    const before = await storedSets();
    await expectError(await retry(failed, [part]), status, code);
    expect(await storedSets()).toEqual(before);
    expect(await service.tempFiles()).toEqual([]);
    expect((await retry(failed, [map])).headers.get('x-ratelimit-remaining')).toBe('3');
  });

  test('is refused before the upload for the job of another client, an unfinished job and a foreign page', async () => {
    const failed = await failedJob();
    await expectError(await retry(failed, [beatmap('no archive')], { client: newClient() }), 403, 'job/not-yours');
    const queued = await jobOf(await retry(failed, [map]));
    await expectError(await retry(queued, [beatmap('no archive')]), 409, 'job/not-failed');
    const headers = { 'content-type': multipartType, origin: 'https://elsewhere.example' };
    const foreign = await post(`${service.url}/v1/jobs/${failed.id}/retry`, multipart([map]), {
      client: failed.client,
      headers,
    });
    await expectError(foreign, 403, 'request/foreign-origin');
  });

  test('is refused without validation if the client has exceeded its rate limit', async () => {
    const failed = await failedJob();
    for (let i = 0; i < 4; i++) await service.jobs.cancel(await jobOf(await retry(failed, [])), 'operator');
    await expectError(await retry(failed, [beatmap('no archive')]), 429, 'limit/rate');
  });
});

test('the legacy interface ignores a beatmap set like any unknown field', async () => {
  const response = await send([replay, beatmap('no archive at all')], { path: '/render' });
  expect(response.status).toBe(200);
  expect((await jobOf(response)).beatmapSetId).toBeNull();
});
