import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { artifactKeys } from '../../../src/contract/index.ts';
import { createLog } from '../../../src/log.ts';
import { insertJob } from '../../support/database/job-rows.ts';
import { makeZip } from '../../support/files/zip.ts';
import { expectError, get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

// What an operator does over HTTP, and what clients then see.

const token = 'token-of-an-operator';
let service: InProcessService;
let logText = '';
beforeAll(async () => {
  const log = createLog('trace', {
    write(line: string) {
      logText += line;
    },
  });
  service = await startInProcessService({ env: { ADMIN_TOKEN: token }, log });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  await service.database.db.deleteFrom('blocks').execute();
});

interface AdminRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly client?: string;
}

const operator = newClient();

function admin(path: string, { method = 'GET', body, headers = {}, client = operator }: AdminRequest = {}) {
  return fetch(`${service.url}/v1/admin/${path}`, {
    method,
    headers: {
      'edge-connecting-ip': client,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function adminJson(path: string, request: AdminRequest = {}) {
  const response = await admin(path, request);
  expect(response.status, path).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return jsonOf(response);
}
const act = (path: string, body: unknown = {}) => adminJson(path, { method: 'POST', body });
const audit = async () => (await adminJson('audit')).entries;
const submit = (options: Parameters<typeof post>[2] = {}) => post(`${service.url}/v1/render`, replayForm(), options);
async function submitted(): Promise<string> {
  const response = await submit();
  expect(response.status).toBe(202);
  return (await jsonOf(response)).job_id;
}

describe('the token', () => {
  test.each([
    ['no token', undefined],
    ['an empty token', 'Bearer'],
    ['another scheme', `Basic ${token}`],
    ['a wrong token', `Bearer ${token}x`],
    ['the beginning of the token', `Bearer ${token.slice(0, -1)}`],
    ['the key of a client', `Bearer rpk_${'A'.repeat(43)}`],
    ['a header of unusual bytes', 'Bearer \u00fc\u00ff'],
    ['a long token', `Bearer ${'x'.repeat(10_000)}`],
  ])('with %s, everything is 401', async (_, authorization) => {
    const headers: Record<string, string> = { 'edge-connecting-ip': newClient() };
    if (authorization !== undefined) headers.authorization = authorization;
    const response = await get(`${service.url}/v1/admin/overview`, headers);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Reprise administration"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    await expectError(response, 401, 'admin/unauthorized');
  });

  test('is not accepted in the address, and is no key of a client', async () => {
    await expectError(await get(`${service.url}/v1/admin/overview?token=${token}`), 401, 'admin/unauthorized');
    await expectError(await get(`${service.url}/v1/jobs`, { authorization: `Bearer ${token}` }), 401, 'key/unknown');
  });

  test('cannot be guessed: after ten wrong ones, even the right one is refused for a while', async () => {
    const client = newClient();
    const guess = (authorization: string) => admin('overview', { client, headers: { authorization } });
    for (let i = 0; i < 10; i++) await expectError(await guess(`Bearer guess-${i}`), 401, 'admin/unauthorized');
    const refused = await guess(`Bearer ${token}`);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectError(refused, 429, 'limit/rate');
    await adminJson('overview');
  });

  test('of a page of another site is refused', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    await expectError(await admin('queue/pause', { method: 'POST', body: {}, headers }), 403, 'request/foreign-origin');
  });

  test('is in no line of the log', async () => {
    await admin('overview', { client: newClient(), headers: { authorization: 'Bearer wrong-token-of-a-guesser' } });
    expect(logText).toContain('refused a wrong administration token');
    expect(logText).not.toContain(token);
    expect(logText).not.toContain('wrong-token-of-a-guesser');
  });
});

test('paths that do not exist are 404, methods 405, and bad bodies 422', async () => {
  await expectError(await admin('nothing'), 404, 'request/not-found');
  await expectError(await admin('queue/pause'), 405, 'request/method-not-allowed');
  await expectError(await admin('queue/pause', { method: 'POST', body: { reason: 'a\r\nx: y' } }), 422);
  await expectError(await admin('maintenance/start', { method: 'POST', body: {} }), 422);
  for (const [body, field] of [
    [[], 'body'],
    [{ job_ids: ['x'] }, 'job_ids.0'],
  ] as const) {
    const { errors } = await expectError(await admin('dead-letters/retry', { method: 'POST', body }), 422);
    expect(errors?.map((error) => error.field)).toEqual([field]);
  }
  await expectError(await admin('queue/pause', { method: 'POST', body: { reason: '\ud800' } }), 422);
  await expectError(await admin('audit?before=x'), 422);
  for (const id of ['%00', 'a%00b', '%1B', 'x'.repeat(201)]) {
    await expectError(await admin(`keys/${id}/revoke`, { method: 'POST', body: {} }), 422);
    await expectError(await admin(`lent-workers/${id}/revoke`, { method: 'POST', body: {} }), 422);
    await expectError(await admin(`lent-workers/${id}/drain`, { method: 'POST', body: { drain: true } }), 422);
  }
  await expectError(await admin('jobs/nonsense/cancel', { method: 'POST', body: {} }), 404, 'job/not-found');
  await expectError(await admin('blocks/99', { method: 'DELETE' }), 404, 'admin/no-such-block');
  await expectError(await admin('keys/nothing/revoke', { method: 'POST', body: {} }), 404, 'key/not-found');
  const worker = `workers/${crypto.randomUUID()}/drain`;
  await expectError(await admin(worker, { method: 'POST', body: { drain: true } }), 404, 'admin/no-such-worker');
  const raw = await admin('queue/pause', { method: 'POST', headers: { 'content-type': 'application/json' } });
  expect(raw.status).toBe(400);
});

test('jobs are listed in the order of the queue, moved, cancelled and retried', async () => {
  const [first, second, third] = [await submitted(), await submitted(), await submitted()];
  const listed = async () =>
    (await adminJson('jobs')).jobs
      .map(({ job_id }: { job_id: string }) => job_id)
      .filter((id: string) => [first, second, third].includes(id));
  expect(await listed()).toEqual([first, second, third]);
  await act(`jobs/${third}/move`, { to: 'first' });
  expect(await listed()).toEqual([third, first, second]);
  await act(`jobs/${second}/move`, { to: 'first' });
  expect(await listed()).toEqual([second, third, first]);
  expect(await act(`jobs/${first}/cancel`)).toMatchObject({ status: 'failed', error_code: 'job/cancelled' });
  await expectError(
    await admin(`jobs/${first}/move`, { method: 'POST', body: { to: 'first' } }),
    409,
    'admin/not-queued',
  );
  const again = await act(`jobs/${first}/retry`);
  expect(again).toMatchObject({ status: 'queued' });
  expect((await jsonOf(await get(`${service.url}/v1/jobs/${again.job_id}`))).retry_of).toBe(first);
  expect((await audit()).slice(0, 3)).toMatchObject([
    { action: 'job.retry', target: first, outcome: 'done', actor: 'page', client: operator },
    { action: 'job.move', target: first, outcome: 'admin/not-queued', details: { to: 'first' } },
    { action: 'job.cancel', target: first, outcome: 'done' },
  ]);
});

test('the last failures have their whole errors and their logs', async () => {
  const { database, storage } = service;
  const id = await insertJob(database, {
    status: 'failed',
    error_code: 'render/failed',
    error_message: 'a secret of the machine',
    log_key: 'x',
  });
  await storage.put(artifactKeys.log(id), Buffer.from(`${'x'.repeat(300_000)}the end`));
  const { jobs } = await adminJson('jobs?list=failed');
  expect(jobs).toContainEqual(expect.objectContaining({ job_id: id, error_message: 'a secret of the machine' }));
  expect(jobs.every(({ error_code }: { error_code: string }) => error_code !== 'job/cancelled')).toBe(true);
  await insertJob(database, { status: 'failed', error_code: 'job/cancelled' });
  const overview = await adminJson('overview');
  expect(overview.jobs.failed).toBe(jobs.length);
  expect(overview.jobs.cancelled).toBeGreaterThan(0);
  const log = await admin(`jobs/${id}/log`);
  expect(log.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await log.text();
  expect(text).toHaveLength(256 * 1024);
  expect(text.endsWith('xthe end')).toBe(true);
  const without = await insertJob(database, { status: 'failed' });
  await expectError(await admin(`jobs/${without}/log`), 404, 'artifact/not-found');
});

test('a pause is announced everywhere, and submissions are accepted', async () => {
  expect(await jsonOf(await get(`${service.url}/v1/service`))).toEqual({ queue_paused: null, maintenance: null });
  const health = await jsonOf(await get(`${service.url}/health`));
  expect(health).not.toHaveProperty('queue_paused');
  expect(health).not.toHaveProperty('maintenance');
  await act('queue/pause', { reason: 'New disks.' });
  try {
    const state = { queue_paused: { reason: 'New disks.', since: expect.any(String) }, maintenance: null };
    expect(await jsonOf(await get(`${service.url}/v1/service`))).toEqual(state);
    expect(await adminJson('overview')).toMatchObject(state);
    const paused = await get(`${service.url}/health`);
    expect(paused.status).toBe(200);
    expect(await jsonOf(paused)).toMatchObject({ status: 'healthy', queue_paused: true });
    expect(await (await get(`${service.url}/metrics`)).text()).toContain('\nreprise_queue_paused 1\n');
    await submitted();
  } finally {
    await act('queue/resume');
  }
  expect(await jsonOf(await get(`${service.url}/v1/service`))).toMatchObject({ queue_paused: null });
});

test('maintenance refuses submissions and uploads with the message, and nothing else', async () => {
  const message = 'Back at 18:00 UTC.';
  await act('maintenance/start', { message });
  try {
    const refused = await submit();
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await expectError(refused, 503, 'service/maintenance')).toMatchObject({
      detail: expect.stringContaining(message),
    });
    await expectError(await uploadSkin(), 503, 'service/maintenance');
    expect((await get(`${service.url}/v1/jobs`)).status).toBe(200);
    expect(await jsonOf(await get(`${service.url}/health`))).toMatchObject({ status: 'healthy', maintenance: message });
  } finally {
    await act('maintenance/end');
  }
  await submitted();
});

function uploadSkin(client = newClient()) {
  const form = new FormData();
  form.set('skin', new File([makeZip([{ name: 'skin.ini', data: Buffer.from('[General]') }])], 'Blocked.osk'));
  return post(`${service.url}/v1/skins/upload`, form, { client });
}

describe('a block', () => {
  test('of an address refuses its submissions and uploads with the reason, until it is removed', async () => {
    const client = newClient();
    const { id } = await act('blocks', { kind: 'client', name: client, reason: 'Spam.' });
    expect(await expectError(await submit({ client }), 403, 'blocked/client')).toMatchObject({
      detail: 'The operator of this service accepts nothing from you. Spam.',
    });
    await expectError(await uploadSkin(client), 403, 'blocked/client');
    expect((await submit()).status).toBe(202);
    expect((await adminJson('blocks')).blocks).toMatchObject([{ id, kind: 'client', name: client, reason: 'Spam.' }]);
    await adminJson(`blocks/${id}`, { method: 'DELETE' });
    expect((await submit({ client })).status).toBe(202);
    expect((await audit()).slice(0, 2)).toMatchObject([
      { action: 'block.remove', target: client },
      { action: 'block.add', target: client, details: { kind: 'client', reason: 'Spam.', expires_at: null } },
    ]);
  });

  test('of a player refuses the replays, however the name is written, and ends by itself', async () => {
    const { db } = service.database;
    const player = 'Test_Player'; // The replay of these tests has this player in another spelling.
    const own = (await jsonOf(await get(`${service.url}/v1/jobs?limit=1`))).jobs[0].player as string;
    await act('blocks', { kind: 'player', name: player, reason: 'x' });
    expect((await submit()).status).toBe(202);
    const spelled = own.toUpperCase().replaceAll(' ', '_');
    const end = new Date(Date.now() + 3_600_000).toISOString();
    await act('blocks', { kind: 'player', name: spelled, reason: 'By request.', expires_at: end });
    expect(await expectError(await submit(), 403, 'blocked/player')).toMatchObject({
      detail: expect.stringMatching(/By request\. This ends at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
    });
    await db.updateTable('blocks').set({ expires_at: sql`clock_timestamp()` }).execute();
    expect((await submit()).status).toBe(202);
  });

  test('of a key refuses all its users, and one of a user only that user', async () => {
    const { id, key } = await act('keys', { name: 'blocked bot' });
    const as = (user: string) => submit({ headers: { authorization: `Bearer ${key}`, 'x-on-behalf-of': user } });
    await act('blocks', { kind: 'client', name: `key:${id}/bad`, reason: 'x' });
    await expectError(await as('bad'), 403, 'blocked/client');
    expect((await as('good')).status).toBe(202);
    await act('blocks', { kind: 'client', name: `key:${id}`, reason: 'x' });
    await expectError(await as('good'), 403, 'blocked/client');
    await act(`keys/${id}/revoke`);
  });

  test('of what is no client is refused, because it would refuse no one', async () => {
    for (const name of ['10.0.0.0/8', 'some player', 'key:']) {
      const response = await admin('blocks', { method: 'POST', body: { kind: 'client', name, reason: 'x' } });
      expect(await expectError(response, 422, 'request/invalid')).toMatchObject({
        errors: [{ field: 'name', message: 'Must be an address, key:ID or key:ID/USER.' }],
      });
    }
  });

  test('of an IPv6 address is one of its network', async () => {
    const { id, name } = await act('blocks', { kind: 'client', name: '2001:db8:7::1', reason: 'x' });
    expect(name).toBe('2001:db8:7:0::/64');
    await adminJson(`blocks/${id}`, { method: 'DELETE' });
  });

  test('is changed by blocking again', async () => {
    const client = newClient();
    const block = { kind: 'client', name: client };
    const first = await act('blocks', { ...block, reason: 'one' });
    expect(await act('blocks', { ...block, reason: 'two' })).toMatchObject({ id: first.id, reason: 'two' });
  });
});

test('keys are created and revoked, and the audit does not have their secrets', async () => {
  const created = await act('keys', { name: 'page bot', per_minute: 7, priority: 'high' });
  expect(created).toMatchObject({ name: 'page bot', per_minute: 7, active: 20, priority: 'high', state: 'active' });
  expect(created.key).toMatch(/^rpk_/);
  await expectError(await admin('keys', { method: 'POST', body: { name: 'page bot' } }), 409, 'key/name-taken');
  const { keys } = await adminJson('keys');
  expect(JSON.stringify(keys)).not.toContain(created.key);
  expect(await act(`keys/${created.id}/revoke`)).toMatchObject({ state: 'revoked' });
  const { rows } = await sql<{ text: string }>`select audit::text as text from audit`.execute(service.database.db);
  const texts = rows.map(({ text }) => text).join('\n');
  expect(texts).toContain('key.create');
  for (const secret of [created.key, created.callback_secret, token]) expect(texts).not.toContain(secret);
});

test('lent workers are listed, drained and revoked, and no token is shown', async () => {
  const { worker, token: workerToken } = await service.lentWorkers.add('attic', { isTrusted: false });
  const listed = await adminJson('lent-workers');
  expect(listed.workers).toMatchObject([{ id: worker.id, name: 'attic', state: 'away', trusted: false, segments: 0 }]);
  expect(JSON.stringify(listed)).not.toContain(workerToken);
  expect(await act(`lent-workers/${worker.id}/drain`, { drain: true })).toMatchObject({ draining: true });
  expect(await act(`lent-workers/${worker.id}/revoke`)).toMatchObject({ state: 'revoked' });
  await expect(service.lentWorkers.findByToken(workerToken)).rejects.toMatchObject({ code: 'worker/unknown-token' });
  const unknown = await admin('lent-workers/nothing/revoke', { method: 'POST', body: {} });
  await expectError(unknown, 404, 'worker/not-found');
  expect((await audit()).map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['worker.drain', 'worker.revoke']),
  );
});

test('workers are listed and drained', async () => {
  const id = crypto.randomUUID();
  await service.database.db.insertInto('workers').values({ id, slots: 2, name: 'host:1', version: '1' }).execute();
  expect((await adminJson('workers')).workers).toMatchObject([{ id, name: 'host:1', slots: 2, draining: false }]);
  await act(`workers/${id}/drain`, { drain: true });
  expect((await adminJson('workers')).workers).toMatchObject([{ id, draining: true }]);
  expect((await audit())[0]).toMatchObject({ action: 'worker.drain', target: id });
});

test('storage, dead letters and messages are listed, and the audit has pages', async () => {
  expect(await adminJson('storage')).toMatchObject({ limit_bytes: null, disk_free_bytes: expect.any(Number) });
  expect(await adminJson('dead-letters')).toEqual({ dead_letters: [] });
  expect(await act('dead-letters/retry', { job_ids: 'all' })).toEqual({ job_ids: [] });
  expect(await adminJson('callbacks')).toEqual({ callbacks: [] });
  expect(await act('callbacks/retry')).toEqual({ retried: 0 });
  const [newest, next] = (await adminJson('audit?limit=2')).entries;
  expect((await adminJson(`audit?limit=1&before=${newest.id}`)).entries).toEqual([next]);
});

test('the page is served, and the public description of the API does not have the endpoints', async () => {
  const page = await get(`${service.url}/admin`, { accept: 'text/html' });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('data-has-admin="true"');
  expect(await (await get(`${service.url}/api/openapi.json`)).text()).not.toContain('/v1/admin');
});

test('without ADMIN_TOKEN, there is neither the page nor an endpoint', async () => {
  const { url, stop } = await startInProcessService();
  try {
    for (const path of ['overview', 'audit', 'nothing']) {
      await expectError(await get(`${url}/v1/admin/${path}`), 404, 'request/not-found');
      const headers = { authorization: `Bearer ${token}` };
      await expectError(await get(`${url}/v1/admin/${path}`, headers), 404, 'request/not-found');
    }
    expect((await get(`${url}/admin`, { accept: 'text/html' })).status).toBe(404);
    expect(await jsonOf(await get(`${url}/v1/service`))).toEqual({ queue_paused: null, maintenance: null });
  } finally {
    await stop();
  }
});
