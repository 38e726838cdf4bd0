import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertJobs } from '../../support/database/job-rows.ts';
import { countOutcomes, expectError, newClient, post, replayForm } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

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

test('of 40 concurrent submissions of one client, 5 pass the rate limit and 2 become jobs', async () => {
  await clearJobs();
  const client = newClient();
  expect(await countOutcomes(Array.from({ length: 40 }, () => render(client)))).toEqual({
    202: 2,
    'limit/active-jobs': 3,
    'limit/rate': 35,
  });
});

test('of 30 concurrent clients, as many are accepted as fit into the queue', async () => {
  await clearJobs();
  expect(await countOutcomes(Array.from({ length: 30 }, () => render()))).toEqual({ 202: 10, 'limit/queue-full': 20 });
  expect((await service.jobs.list({ status: ['queued'], limit: 1, offset: 0 })).total).toBe(10);
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
