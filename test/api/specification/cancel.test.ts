import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { job } from '../../../src/contract/index.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { expectError, get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { CORS_ORIGINS: '*, https://friend.example' } });
});
afterAll(() => service?.stop());

async function submitted(client: string, fields: Record<string, string> = {}): Promise<string> {
  const response = await post(`${service.url}/v1/render`, replayForm({ fields }), { client });
  expect(response.status).toBe(202);
  return (await jsonOf(response)).job_id;
}

const cancel = (id: string, client: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'edge-connecting-ip': client, ...headers } });
const retry = (id: string, client: string, headers: Record<string, string> = {}) =>
  post(`${service.url}/v1/jobs/${id}/retry`, null, { client, headers });
const removeArtifacts = (id: string, client: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/v1/jobs/${id}/artifacts`, {
    method: 'DELETE',
    headers: { 'edge-connecting-ip': client, ...headers },
  });
const fetchJob = async (id: string, client = newClient()) =>
  job.parse(await jsonOf(await get(`${service.url}/v1/jobs/${id}`, { 'edge-connecting-ip': client })));
const inserted = async (row: Parameters<typeof insertJobs>[1][number]) => {
  const client = newClient();
  const [id = ''] = await insertJobs(service.database, [{ client, ...row }]);
  return { id, client };
};

describe('DELETE /v1/jobs/{job_id}', () => {
  test.each(['queued', 'downloading', 'rendering'] as const)('cancels a %s job', async (status) => {
    const { id, client } = await inserted({ status, progress: 12 });
    const response = await cancel(id, client);
    expect(response.status).toBe(200);
    const ended = job.parse(await jsonOf(response));
    expect(ended).toMatchObject({
      job_id: id,
      status: 'failed',
      error_code: 'job/cancelled',
      error_hint: 'The job was cancelled.',
    });
    expect(await fetchJob(id, client)).toEqual(ended);
  });

  test('frees the slot of the client immediately', async () => {
    const client = newClient();
    const first = await submitted(client);
    await submitted(client);
    await expectError(await post(`${service.url}/v1/render`, replayForm(), { client }), 429, 'limit/active-jobs');
    expect((await cancel(first, client)).status).toBe(200);
    await submitted(client);
  });

  test('accepts an id with or without dashes and an empty body of any type', async () => {
    const { id, client } = await inserted({});
    const hex = id.replaceAll('-', '');
    expect((await cancel(hex, client, { 'content-type': 'application/json' })).status).toBe(200);
    expect((await fetchJob(id)).error_code).toBe('job/cancelled');
  });

  test('has no effect when repeated', async () => {
    const { id, client } = await inserted({ status: 'rendering' });
    const responses = await Promise.all(Array.from({ length: 8 }, () => cancel(id, client)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const first = await fetchJob(id, client);
    expect(await jsonOf(await cancel(id, client))).toEqual(first);
  });

  test("refuses another client's job and does not change it", async () => {
    const { id } = await inserted({ status: 'rendering' });
    await expectError(await cancel(id, newClient()), 403, 'job/not-yours');
    expect(await fetchJob(id)).toMatchObject({ status: 'rendering', error_code: null });
  });

  test.each([
    ['completed', { status: 'completed', progress: 100 }],
    ['failed', { status: 'failed', error_code: 'render/failed', error_message: 'No.' }],
  ] as const)('refuses a %s job and does not change it', async (_, row) => {
    const { id, client } = await inserted(row);
    const before = await fetchJob(id);
    await expectError(await cancel(id, client), 409, 'job/finished');
    expect(await fetchJob(id)).toEqual(before);
  });

  test.each([randomUUID(), 'nonsense'])('is 404 for %s', async (id) => {
    await expectError(await cancel(id, newClient()), 404, 'job/not-found');
  });

  test('and a concurrent completion finish a job once', async () => {
    const { jobs } = service;
    for (let round = 0; round < 10; round++) {
      const { id, client } = await inserted({ status: 'rendering' });
      const keys = { videoKey: null, thumbKey: null, logKey: null };
      const [response, result] = await Promise.all([
        cancel(id, client),
        jobs.complete(id, { success: true, ...keys, pp: null }),
      ]);
      const { status } = await fetchJob(id);
      expect({ cancelled: response.status, result, status }).toEqual(
        status === 'failed'
          ? { cancelled: 200, result: 'ignored', status: 'failed' }
          : { cancelled: 409, result: 'ok', status: 'completed' },
      );
    }
  });

  test('refuses pages of other sites and does not change the job', async () => {
    const { id, client } = await inserted({ status: 'rendering' });
    for (const origin of ['https://elsewhere.example', 'http://127.0.0.1:1', 'null']) {
      const response = await cancel(id, client, { origin });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      await expectError(response, 403, 'request/foreign-origin');
    }
    expect(await fetchJob(id)).toMatchObject({ status: 'rendering', error_code: null });
  });

  test('accepts pages of the service and of origins listed by name', async () => {
    const { url } = service;
    for (const origin of [url, 'https://friend.example']) {
      const { id, client } = await inserted({ status: 'rendering' });
      const headers = { 'edge-connecting-ip': client, origin };
      expect((await fetch(`${url}/v1/jobs/${id}`, { method: 'DELETE', headers })).status).toBe(200);
    }
  });

  test('is announced to pages of other origins', async () => {
    const response = await fetch(`${service.url}/v1/jobs/${randomUUID()}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://friend.example', 'access-control-request-method': 'DELETE' },
    });
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE');
  });
});

describe('DELETE /v1/jobs/{job_id}/artifacts', () => {
  /** A finished job with a replay and analytics from its submission, and a video. */
  async function finishedJob(): Promise<{ id: string; client: string }> {
    const client = newClient();
    const id = await submitted(client);
    await service.storage.put(`videos/${id}.mp4`, Buffer.from('a video'));
    const keys = { videoKey: `videos/${id}.mp4`, thumbKey: null, logKey: null };
    expect(await service.jobs.complete(id, { success: true, ...keys, pp: null })).toBe('ok');
    return { id, client };
  }

  test('removes all files of a finished job, but not the job, and has no further effect when repeated', async () => {
    const { id, client } = await finishedJob();
    expect((await get(`${service.url}/v1/artifacts/videos/${id}.mp4`)).status).toBe(302);
    const response = await removeArtifacts(id.replaceAll('-', ''), client);
    expect(response.status).toBe(200);
    const removed = job.parse(await jsonOf(response));
    expect(removed).toMatchObject({
      job_id: id,
      status: 'completed',
      has_analytics: false,
      purged_at: expect.any(String),
      is_mine: true,
    });
    for (const key of [`videos/${id}.mp4`, `replays/${id}.osr`, `analytics/${id}.json`])
      expect(await service.storage.stat(key)).toBeNull();
    await expectError(await get(`${service.url}/v1/artifacts/videos/${id}.mp4`), 404);
    expect(await jsonOf(await removeArtifacts(id, client))).toEqual(removed);
    expect(await fetchJob(id, client)).toEqual(removed);
    const responses = await Promise.all(Array.from({ length: 4 }, () => removeArtifacts(id, client)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('removes the files of a cancelled job, which then cannot be retried', async () => {
    const client = newClient();
    const id = await submitted(client);
    await cancel(id, client);
    expect((await removeArtifacts(id, client)).status).toBe(200);
    await expectError(await retry(id, client), 410, 'replay/not-stored');
  });

  test.each(['queued', 'downloading', 'rendering'] as const)('refuses a %s job', async (status) => {
    const { id, client } = await inserted({ status });
    await expectError(await removeArtifacts(id, client), 409, 'job/unfinished');
    expect(await fetchJob(id)).toMatchObject({ status, purged_at: null });
  });

  test("refuses another client's job and pages of other sites", async () => {
    const { id, client } = await finishedJob();
    await expectError(await removeArtifacts(id, newClient()), 403, 'job/not-yours');
    const origin = 'https://elsewhere.example';
    await expectError(await removeArtifacts(id, client, { origin }), 403, 'request/foreign-origin');
    expect(await fetchJob(id)).toMatchObject({ has_analytics: true, purged_at: null });
    expect(await service.storage.stat(`videos/${id}.mp4`)).not.toBeNull();
  });

  test.each([randomUUID(), 'nonsense'])('is 404 for %s', async (id) => {
    await expectError(await removeArtifacts(id, newClient()), 404, 'job/not-found');
  });
});

describe('POST /v1/jobs/{job_id}/retry', () => {
  async function failedJob(client: string, fields: Record<string, string> = {}): Promise<string> {
    const id = await submitted(client, fields);
    expect((await cancel(id, client)).status).toBe(200);
    return id;
  }

  test('creates a new job with the same replay and settings, and does not change the failed one', async () => {
    const client = newClient();
    const id = await failedJob(client, { bg_dim: '0.25', resolution: '4k', settings: '{"cursor_size": 2}' });
    const before = await fetchJob(id);
    const response = await retry(id.replaceAll('-', ''), client);
    expect(response.status).toBe(202);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('3');
    const created = await jsonOf(response);
    expect(created).toEqual({
      job_id: expect.not.stringMatching(id),
      status: 'queued',
      links: { status: `/v1/jobs/${created.job_id}` },
    });
    const again = await fetchJob(created.job_id);
    expect(again).toMatchObject({ status: 'queued', config: before.config, has_analytics: true, error_code: null });
    expect(await fetchJob(id)).toEqual(before);

    const { storage } = service;
    await storage.delete(`replays/${id}.osr`);
    expect(await storage.stat(`replays/${created.job_id}.osr`)).not.toBeNull();
    expect((await get(`${service.url}${again.artifacts.analytics_url}`)).status).toBe(200);
  });

  test('counts as a submission', async () => {
    const client = newClient();
    const id = await failedJob(client);
    for (let left = 3; left >= 0; left--) {
      const response = await retry(id, client);
      expect([response.status, response.headers.get('x-ratelimit-remaining')]).toEqual([202, String(left)]);
      await cancel((await jsonOf(response)).job_id, client);
    }
    const refused = await retry(id, client);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    await expectError(refused, 429, 'limit/rate');
    await expectError(await post(`${service.url}/v1/render`, replayForm(), { client }), 429, 'limit/rate');
  });

  test('needs a free slot', async () => {
    const client = newClient();
    const id = await failedJob(client);
    await submitted(client);
    await submitted(client);
    await expectError(await retry(id, client), 429, 'limit/active-jobs');
  });

  test('refuses pages of other sites, but not submissions from them', async () => {
    const client = newClient();
    const id = await failedJob(client);
    const headers = { origin: 'https://elsewhere.example' };
    await expectError(await retry(id, client, headers), 403, 'request/foreign-origin');
    expect((await retry(id, client, { origin: 'https://friend.example' })).status).toBe(202);
    expect((await post(`${service.url}/v1/render`, replayForm(), { client, headers })).status).toBe(202);
  });

  test("refuses another client's job", async () => {
    const { id } = await inserted({ status: 'failed', error_code: 'render/failed' });
    await expectError(await retry(id, newClient()), 403, 'job/not-yours');
  });

  test.each(['queued', 'rendering', 'completed'] as const)('refuses a %s job', async (status) => {
    const { id, client } = await inserted({ status });
    await expectError(await retry(id, client), 409, 'job/not-failed');
  });

  test('refuses a job whose replay was never stored, and does not count it', async () => {
    const { id, client } = await inserted({ status: 'failed', error_code: 'upload/failed' });
    const refused = await retry(id, client);
    expect(refused.headers.get('x-ratelimit-remaining')).toBeNull();
    await expectError(refused, 410, 'replay/not-stored');
  });

  test('is 404 for an unknown job', async () => {
    await expectError(await retry(randomUUID(), newClient()), 404, 'job/not-found');
  });
});
