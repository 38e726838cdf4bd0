import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError, get, jsonOf, newClient, post, replayForm } from '../support/http.ts';
import { insertJobs } from '../support/jobs.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { MAX_QUEUED: '10', MAX_RENDERING: '3' } });
});
afterAll(() => service?.stop());

const render = (client = newClient()) => post(`${service.url}/v1/render`, replayForm(), { client });

async function clearJobs(): Promise<void> {
  await service.database.db.deleteFrom('outbox').execute();
  await service.database.db.deleteFrom('jobs').execute();
}

async function outcomes(responses: Promise<Response>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const response of await Promise.all(responses)) {
    const { code } = await jsonOf(response);
    const outcome = code ?? String(response.status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

test('of 40 concurrent submissions of one client, 5 pass the rate limit and 2 become jobs', async () => {
  await clearJobs();
  const client = newClient();
  expect(await outcomes(Array.from({ length: 40 }, () => render(client)))).toEqual({
    202: 2,
    'limit/active-jobs': 3,
    'limit/rate': 35,
  });
});

test("an operator's limits replace those of the specification", async () => {
  const generous = await startService({
    env: { RATE_LIMIT_PER_MINUTE: '7', MAX_ACTIVE_PER_CLIENT: '3', MAX_RESOLUTION: '720p', MAX_FPS: '30' },
  });
  try {
    const client = newClient();
    const submit = (fields: Record<string, string> = {}) =>
      post(`${generous.url}/v1/render`, replayForm({ fields }), { client });
    // A submission that is refused for its size uses nothing up.
    const tooLarge = await expectError(await submit({ resolution: '4k' }), 422, 'request/invalid');
    expect(tooLarge.errors).toEqual([{ field: 'resolution', message: 'This service renders at most 720p.' }]);
    const responses = await Promise.all(Array.from({ length: 8 }, () => submit()));
    const [{ job_id }] = (await Promise.all(responses.map(jsonOf))).filter((body) => 'job_id' in body);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429, 429, 429, 429]);
    expect(responses[0]!.headers.get('x-ratelimit-limit')).toBe('7');
    expect((await jsonOf(await submit())).detail).toBe('Rate limit exceeded: 7 per 1 minute');
    const { config } = await jsonOf(await get(`${generous.url}/v1/jobs/${job_id}`));
    expect(config).toMatchObject({ settings: { resolution: '720p', fps: 30 } });
    // The page reads them, so that its form offers nothing that the service refuses.
    const page = await (await get(`${generous.url}/`)).text();
    expect(page).toContain('data-max-resolution="720p" data-max-fps="30"');
  } finally {
    await generous.stop();
  }
});

test('of 30 concurrent clients, as many are accepted as fit into the queue', async () => {
  await clearJobs();
  expect(await outcomes(Array.from({ length: 30 }, () => render()))).toEqual({ 202: 10, 'limit/queue-full': 20 });
  expect((await service.jobs.list({ status: 'queued', limit: 1, offset: 0 })).total).toBe(10);
});

test('a full queue is 503 for every client', async () => {
  await clearJobs();
  await insertJobs(service.database, Array(9).fill({ status: 'queued' }));
  expect((await render()).status).toBe(202);
  const response = await render();
  const body = await expectError(response, 503, 'limit/queue-full');
  expect(body.detail).toBe('The render queue is currently full. Please try again later.');
  expect(response.headers.get('x-ratelimit-remaining')).toBe('4');
  expectRetryAfter(response);
});

test('rendering and downloading jobs count towards the capacity', async () => {
  await clearJobs();
  await insertJobs(service.database, [{ status: 'rendering' }, { status: 'downloading' }]);
  expect((await render()).status).toBe(202);
  await insertJobs(service.database, [{ status: 'downloading' }]);
  const response = await render();
  const body = await expectError(response, 503, 'limit/at-capacity');
  expect(body.detail).toBe('The render infrastructure is at maximum capacity.');
  expectRetryAfter(response);
});

test('the queue limit is checked before the capacity, and both before the jobs of the client', async () => {
  await clearJobs();
  const client = newClient();
  await insertJobs(service.database, [
    ...Array(10).fill({ status: 'queued', client }),
    ...Array(3).fill({ status: 'rendering', client }),
  ]);
  await expectError(await render(client), 503, 'limit/queue-full');
  await service.database.db.deleteFrom('jobs').where('status', '=', 'queued').execute();
  await expectError(await render(client), 503, 'limit/at-capacity');
  await service.database.db
    .updateTable('jobs')
    .set({ status: 'completed' })
    .where('status', '=', 'rendering')
    .execute();
  expect((await render(client)).status).toBe(202);
});

function expectRetryAfter({ headers }: Response): void {
  expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
}
