import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  type Callbacks,
  createAddressRule,
  listUndelivered,
  retryGivenUp,
  startCallbacks,
} from '../../../src/service/callbacks/index.ts';
import { createRateLimiter } from '../../../src/service/http/limits/rate-limiter.ts';
import { defaultKeyOptions, type KeyOptions } from '../../../src/service/keys/index.ts';
import { makeZip } from '../../support/files/zip.ts';
import {
  countOutcomes,
  expectError,
  get,
  jsonOf,
  newClient,
  openRaw,
  post,
  replayForm,
} from '../../support/http/requests.ts';
import {
  type InProcessService,
  type Service,
  startInProcessService,
  startService,
} from '../../support/service/service.ts';

// Keys: who a client is, what it may do, and what it may not. Without a key, all other tests of the API apply.

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { MAX_QUEUED: '10000', MAX_RENDERING: '10000', CALLBACK_HOSTS: '127.0.0.1' } });
});
afterAll(() => service?.stop());

let names = 0;
interface TestKey {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

async function createKey(
  options: Partial<KeyOptions> = {},
  { keys }: Pick<Service, 'keys'> = service,
): Promise<TestKey> {
  names++;
  const { key, token } = await keys.create(`bot ${names}`, { ...defaultKeyOptions, ...options });
  return { id: key.id, name: key.name, token };
}

function headersOf({ token }: { token: string }, user?: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(user !== undefined && { 'x-on-behalf-of': user }) };
}

const submit = (key: TestKey, user?: string) =>
  post(`${service.url}/v1/render`, replayForm(), { headers: headersOf(key, user) });
const submitJob = async (key: TestKey, user?: string): Promise<string> =>
  (await jsonOf(await submit(key, user))).job_id;
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { method, headers });

const forged = `rpk_${'A'.repeat(43)}`;

describe('a key that is not valid', () => {
  test.each(['', 'x', forged, `${forged}=`, "' or true --", 'rpk_', 'ä'])('such as %j is refused', async (token) => {
    const connection = openRaw(service.url);
    await connection.send(
      Buffer.from(`GET /v1/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    );
    expect(await connection.received()).toMatch(/^HTTP\/1\.1 401 [\s\S]*"code":"key\/unknown"/);
  });

  test('is refused before the form is read, on every interface', async () => {
    const headers = headersOf({ token: forged });
    for (const path of ['/v1/render', '/render', '/v1/skins/upload', '/skins/upload']) {
      const response = await post(`${service.url}${path}`, 'no form', { headers });
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Reprise", error="invalid_token"');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('deprecation')).toBe(path.startsWith('/v1/') ? null : 'true');
      await expectError(response, 401, 'key/unknown');
    }
    const { headers: found } = await get(`${service.url}/status/abc`, headers);
    expect([found.get('deprecation'), found.get('link')]).toEqual(['true', '</v1/jobs/abc>; rel="successor-version"']);
    for (const path of ['/v1/jobs', '/v1/skins', '/v1/jobs/nonsense', '/v1/artifacts/x/y', '/nowhere', '/status/x']) {
      await expectError(await get(`${service.url}${path}`, headers), 401, 'key/unknown');
    }
    expect((await get(`${service.url}/health`, headers)).status).toBe(200);
  });

  test('is refused once it has expired, even if the process has just seen it', async () => {
    // Long enough for the first request on a busy machine.
    const key = await createKey({ expiresAt: new Date(Date.now() + 5_000) });
    expect((await get(`${service.url}/v1/jobs`, headersOf(key))).status).toBe(200);
    const poll = async () => (await get(`${service.url}/v1/jobs`, headersOf(key))).status;
    await expect.poll(poll, { interval: 50 }).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual((await service.keys.get(key.id)).expiresAt!.getTime());
  });

  test('is refused soon after it was revoked', async () => {
    const key = await createKey();
    expect((await get(`${service.url}/v1/jobs`, headersOf(key))).status).toBe(200);
    await service.keys.revoke(key.id);
    const poll = async () => (await get(`${service.url}/v1/jobs`, headersOf(key))).status;
    await expect.poll(poll, { interval: 100 }).toBe(401);
  });
});

test('other schemes of Authorization are ignored, and so is a user without a key', async () => {
  for (const authorization of ['Basic dTpw', 'Digest x', 'Bearerx', 'x Bearer y']) {
    const response = await get(`${service.url}/v1/jobs`, { authorization, 'x-on-behalf-of': 'not valid' });
    expect(response.status).toBe(200);
  }
  const key = await createKey();
  const { token } = key;
  for (const authorization of [`bearer ${token}`, `BEARER   ${token} `]) {
    expect((await get(`${service.url}/v1/jobs`, { authorization, 'x-on-behalf-of': 'not valid' })).status).toBe(400);
  }
});

describe('a user of a key', () => {
  test.each(['a', '~'.repeat(64), '!#$%&*/\\"\'<>;:,'])('can be named %j', async (user) => {
    expect((await get(`${service.url}/v1/jobs`, headersOf(await createKey(), user))).status).toBe(200);
  });

  test.each(['', 'a'.repeat(65), 'a b', 'a\tb', 'é', 'a\x7f'])('cannot be named %j', async (user) => {
    const { token } = await createKey();
    const connection = openRaw(service.url);
    const head = `GET /v1/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
    await connection.send(Buffer.from(`${head}X-On-Behalf-Of: ${user}\r\n\r\n`));
    expect(await connection.received()).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*"code":"(key\/user-invalid|request\/malformed)"/,
    );
  });

  test('cannot be named twice', async () => {
    const { token } = await createKey();
    const connection = openRaw(service.url);
    const head = `GET /v1/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
    await connection.send(`${head}X-On-Behalf-Of: a\r\nX-On-Behalf-Of: b\r\n\r\n`);
    expect(await connection.received()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"key\/user-invalid"/);
  });

  test('has the limits of an address', async () => {
    const key = await createKey();
    expect(await countOutcomes(Array.from({ length: 12 }, () => submit(key, 'one')))).toEqual({
      202: 2,
      'limit/active-jobs': 3,
      'limit/rate': 7,
    });
    const other = await submit(key, 'two');
    expect(other.status).toBe(202);
    expect(other.headers.get('x-ratelimit-limit')).toBe('5');
    expect(other.headers.get('x-ratelimit-remaining')).toBe('4');
  });

  test('is not another user, another key, or the address', async () => {
    const key = await createKey();
    const [own, foreign] = [await submitJob(key, 'one'), await submitJob(await createKey(), 'one')];
    await expectError(await send('DELETE', `/v1/jobs/${own}`, headersOf(key, 'two')), 403, 'job/not-yours');
    await expectError(await send('DELETE', `/v1/jobs/${own}`), 403, 'job/not-yours');
    await expectError(await send('DELETE', `/v1/jobs/${foreign}`, headersOf(key)), 403, 'job/not-yours');
    const isMine = async (headers: Record<string, string>) =>
      (await jsonOf(await get(`${service.url}/v1/jobs/${own}`, headers))).is_mine;
    expect(await isMine(headersOf(key, 'one'))).toBe(true);
    expect(await isMine(headersOf(key))).toBe(true);
    expect(await isMine(headersOf(key, 'two'))).toBe(false);
    expect(await isMine({})).toBe(false);
    const mine = async (user?: string) =>
      (await jsonOf(await get(`${service.url}/v1/jobs?mine=true`, headersOf(key, user)))).jobs.map(
        (job: { job_id: string; is_mine: boolean }) => [job.job_id, job.is_mine],
      );
    const second = await submitJob(key, 'two');
    expect(await mine('one')).toEqual([[own, true]]);
    expect(await mine()).toEqual([
      [second, true],
      [own, true],
    ]);
  });
});

describe('a key', () => {
  test('has its own limits instead of those of the address', async () => {
    const key = await createKey({ submissionsPerMinute: 9, maxActive: 4 });
    expect(await countOutcomes(Array.from({ length: 15 }, () => submit(key)))).toEqual({
      202: 4,
      'limit/active-jobs': 5,
      'limit/rate': 6,
    });
    const response = await submit(key);
    const { detail } = await expectError(response, 429, 'limit/rate');
    expect(detail).toBe('Rate limit exceeded: 9 per 1 minute');
    expect(response.headers.get('x-ratelimit-limit')).toBe('9');
  });

  test('bounds all its users together, exactly, and what it refuses costs its user nothing', async () => {
    const key = await createKey({ submissionsPerMinute: 10, maxActive: 7 });
    const users = Array.from({ length: 16 }, (_, i) => `user-${i}`);
    expect(await countOutcomes(users.map((user) => submit(key, user)))).toEqual({
      202: 7,
      'limit/active-jobs': 3,
      'limit/rate': 6,
    });
    const { rows } = await service.database.pool.query(
      'select points from rate_limits where key like $1 order by points desc',
      [`render:key:${key.id}/%`],
    );
    expect(rows.map(({ points }) => points)).toEqual([...Array(10).fill(1), ...Array(6).fill(0)]);
  });

  test('leaves a user the last request of a minute that the key has refused', async () => {
    const limiter = createRateLimiter({ pool: service.database.pool, name: 'given back', perMinute: 1 });
    expect(await limiter.consume('user')).toMatchObject({ isAllowed: true });
    await limiter.giveBack('user');
    expect(await limiter.consume('user')).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await limiter.consume('user')).toMatchObject({ isAllowed: false });
  });

  test('says whose jobs are too many', async () => {
    const key = await createKey({ maxActive: 1 });
    await submitJob(key, 'one');
    const ofUser = await expectError(await submit(key, 'two'), 429, 'limit/active-jobs');
    expect(ofUser.detail).toBe('This key already has 1 active render job.');
    const ofKey = await expectError(await submit(key), 429, 'limit/active-jobs');
    expect(ofKey.detail).toBe('You already have 1 active render job.');
  });

  test('cancels and retries the jobs of its users, from any address and any page', async () => {
    const key = await createKey();
    const id = await submitJob(key, 'one');
    const headers = { ...headersOf(key), origin: 'https://elsewhere.example', 'edge-connecting-ip': newClient() };
    const cancelled = await send('DELETE', `/v1/jobs/${id}`, headers);
    expect(await jsonOf(cancelled)).toMatchObject({ error_code: 'job/cancelled', is_mine: true });
    const retried = await send('POST', `/v1/jobs/${id}/retry`, headers);
    expect(retried.status).toBe(202);
    const job = await service.jobs.get((await jsonOf(retried)).job_id);
    expect(job).toMatchObject({ client: `key:${key.id}/one`, keyId: key.id });
  });

  test('owns the skins that it uploads', async () => {
    const key = await createKey();
    const upload = async (text: string, headers: Record<string, string>) => {
      const form = new FormData();
      const zip = await makeZip([{ name: 'skin.ini', data: text }]);
      form.set('skin', new File([Uint8Array.from(zip)], `of ${key.name}.osk`));
      return post(`${service.url}/v1/skins/upload`, form, { headers });
    };
    expect((await upload('first', headersOf(key))).status).toBe(200);
    await expectError(await upload('second', {}), 409, 'skin/name-taken');
    await expectError(await upload('second', headersOf(key, 'user')), 409, 'skin/name-taken');
    expect((await upload('second', headersOf(key))).status).toBe(200);
    const remove = (headers: Record<string, string>) =>
      send('DELETE', `/v1/skins/${encodeURIComponent(`of ${key.name}`)}`, headers);
    await expectError(await remove({}), 403, 'skin/not-yours');
    await expectError(await remove(headersOf(key, 'user')), 403, 'skin/not-yours');
    // The browser of a visitor never sends a key for a page of another site.
    expect((await remove({ ...headersOf(key), origin: 'https://elsewhere.example' })).status).toBe(200);
    // The name is free.
    expect((await upload('third', headersOf(key, 'user'))).status).toBe(200);
    await expectError(await remove(headersOf(key)), 403, 'skin/not-yours');
    expect((await remove(headersOf(key, 'user'))).status).toBe(200);
  });

  test('is stored only as a hash, with its usage', async () => {
    const key = await createKey();
    await submitJob(key, 'one');
    await submit(key, 'two');
    const { rows } = await service.database.pool.query('select k::text as row from keys k where id = $1', [key.id]);
    expect(rows[0].row).not.toContain(key.token);
    const found = await service.keys.get(key.name);
    expect(found).toMatchObject({ id: key.id, submissions: 2, lastUsedAt: expect.any(Date) });
    expect(await service.keys.countActiveJobs(found)).toBe(2);
    const metrics = await (await get(`${service.url}/metrics`)).text();
    expect(metrics).toContain(`\nreprise_key_submissions_total{key="${key.name}"} 2\n`);
    expect(metrics).toContain(`\nreprise_key_active_jobs{key="${key.name}"} 2\n`);
  });
});

describe('with REQUIRE_KEY', () => {
  let strict: InProcessService;
  const lines: string[] = [];
  beforeAll(async () => {
    const stream = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    strict = await startInProcessService({ env: { REQUIRE_KEY: 'true' }, log: pino({ level: 'trace' }, stream) });
  });
  afterAll(() => strict?.stop());

  test('submissions and uploads need a key, and everything else does not', async () => {
    const key = await createKey({}, strict);
    const created = await post(`${strict.url}/v1/render`, replayForm(), { headers: headersOf(key) });
    expect(created.status).toBe(202);
    const { job_id: id } = await jsonOf(created);
    for (const path of ['/v1/render', '/render', '/v1/skins/upload', '/skins/upload', `/v1/jobs/${id}/retry`]) {
      const response = await post(`${strict.url}${path}`, replayForm());
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Reprise"');
      await expectError(response, 401, 'key/required');
    }
    for (const path of ['/', '/v1/jobs', `/v1/jobs/${id}`, '/v1/skins']) {
      expect((await get(`${strict.url}${path}`)).status).toBe(200);
    }
  });

  test('the description says which endpoints need it', async () => {
    const description = await jsonOf(await get(`${strict.url}/api/openapi.json`));
    expect(description.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(description.security).toEqual([{}, { key: [] }]);
    expect(description.paths['/v1/render'].post.security).toEqual([{ key: [] }]);
    expect(description.paths['/v1/jobs'].get.security).toBeUndefined();
  });

  test('no key and no callback secret is in the log, however a request ends', async () => {
    const { key, token, callbackSecret } = await strict.keys.create('logged', defaultKeyOptions);
    for (const sent of [token, forged]) {
      const headers = headersOf({ token: sent }, 'a-user');
      await post(`${strict.url}/v1/render`, replayForm(), { headers });
      await post(`${strict.url}/v1/render`, 'no form', { headers });
      await get(`${strict.url}/v1/jobs/${key.id}`, headers);
    }
    const text = lines.join('');
    expect(text).toContain('"status":202');
    expect(text).toContain('key/unknown');
    for (const secret of [token, forged, callbackSecret]) expect(text).not.toContain(secret);
  });
});

describe('callbacks', () => {
  interface Received {
    readonly path: string;
    readonly id: string;
    readonly isSigned: boolean;
    // biome-ignore lint/suspicious/noExplicitAny: the parsed body
    readonly body: any;
  }
  const received: Received[] = [];
  /** Null: the bot does not respond. */
  let status: number | null = 204;
  let secret = '';
  const bot = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const header = (name: string) => String(request.headers[name]);
    const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${text}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const isSigned = header('webhook-signature') === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    received.push({ path: request.url ?? '', id: header('webhook-id'), isSigned, body: JSON.parse(text) });
    if (status !== null) response.writeHead(status).end();
  });
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const senders: Callbacks[] = [];
  let url = '';
  let key: TestKey;
  beforeAll(async () => {
    await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(bot.address() as AddressInfo).port}`;
    key = await createKey({ submissionsPerMinute: 1_000, maxActive: 1_000 });
    secret = await service.keys.callbackSecretOf(await service.keys.get(key.id));
    await startSenders();
  });
  afterAll(async () => {
    await stopSenders();
    bot.closeAllConnections();
    bot.close();
  });

  /** Several processes send at the same time. */
  async function startSenders(): Promise<void> {
    const { database, jobs } = service;
    for (let i = 0; i < 3; i++) {
      senders.push(
        await startCallbacks({
          database,
          rule: createAddressRule({ hosts: ['127.0.0.1'] }),
          describeJob: async (id) => ({ job_id: id, metadata: (await jobs.get(id))?.metadata }),
          log,
        }),
      );
    }
  }
  const stopSenders = () => Promise.all(senders.splice(0).map((sender) => sender.stop()));

  async function submitFor(path: string, fields: Record<string, string> = {}): Promise<string> {
    const form = replayForm({ fields: { callback_url: `${url}${path}`, ...fields } });
    const response = await post(`${service.url}/v1/render`, form, { headers: headersOf(key) });
    expect(response.status).toBe(202);
    return (await jsonOf(response)).job_id;
  }

  const receivedAt = (path: string) => received.filter((message) => message.path === path);
  const makeDue = (id: string, tries: number) =>
    service.database.pool.query(
      'update callbacks set due_at = clock_timestamp(), tries = $2 where job_id = $1 and delivered_at is null',
      [id, tries],
    );
  const undelivered = async (id: string) =>
    (await listUndelivered(service.database.db)).find(({ jobId }) => jobId === id);

  test.each([
    ['callback_url', 'https://bot.example/'],
    ['metadata', '{}'],
  ])('%s must be given once', async (field, value) => {
    const form = replayForm();
    for (const text of [value, value]) form.append(field, text);
    const body = await expectError(await post(`${service.url}/v1/render`, form, { headers: headersOf(key) }), 422);
    expect(body.errors).toEqual([{ field, message: 'Must be given once.' }]);
  });

  test.each<Record<string, string>>([{ callback_url: 'https://bot.example/' }, { metadata: '{}' }])(
    '%j needs a key',
    async (fields) => {
      const response = await post(`${service.url}/v1/render`, replayForm({ fields }));
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Reprise"');
      const { detail } = await expectError(response, 401, 'key/required');
      expect(detail).toBe('A key is needed for callback_url and metadata. Send it as Authorization: Bearer KEY.');
      expect((await post(`${service.url}/v1/render`, replayForm({ fields: { callback_url: '' } }))).status).toBe(202);
    },
  );

  test.each<Record<string, string>>([
    { callback_url: 'http://10.0.0.1/' },
    { callback_url: 'http://127.0.0.2/' },
    { callback_url: 'nowhere' },
    { metadata: '{' },
    { metadata: JSON.stringify('x'.repeat(2047)) },
  ])('%j is not valid', async (fields) => {
    const response = await post(`${service.url}/v1/render`, replayForm({ fields }), { headers: headersOf(key) });
    await expectError(response, 422, 'request/invalid');
  });

  test('the key gets its metadata back, and no other client does', async () => {
    const metadata = { user: 'é\u0000', text: 'x'.repeat(1_990) };
    const id = await submitFor('/metadata', { metadata: JSON.stringify(metadata) });
    const path = `${service.url}/v1/jobs/${id}`;
    expect(await jsonOf(await get(path, headersOf(key)))).toMatchObject({ metadata });
    expect(await jsonOf(await get(path))).toMatchObject({ metadata: null });
    expect(JSON.stringify(await jsonOf(await get(path)))).not.toContain('callback');
  });

  test.each([
    ['job.completed', { success: true, videoKey: null, thumbKey: null, logKey: null, pp: null }],
    ['job.failed', { success: false, error: 'It failed.' }],
    ['job.cancelled', null],
  ] as const)('%s is sent once, signed with the secret of the key', async (type, completion) => {
    const path = `/${type}`;
    const id = await submitFor(path, { metadata: '{"channel":"7"}' });
    if (completion === null) await send('DELETE', `/v1/jobs/${id}`, headersOf(key));
    else await service.jobs.complete(id, completion);
    await expect.poll(() => receivedAt(path).length, { timeout: 60_000 }).toBe(1);
    const [{ isSigned, body } = { isSigned: false, body: null }] = receivedAt(path);
    expect(isSigned).toBe(true);
    expect(body).toMatchObject({ type, data: { job_id: id, metadata: { channel: '7' } } });
    expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
  });

  test('a message that was not accepted is sent again with the same id, and given up after a day', async () => {
    status = 500;
    const id = await submitFor('/again');
    await service.jobs.complete(id, { success: false, error: 'no' });
    await expect
      .poll(() => undelivered(id).then((found) => found?.lastError), { timeout: 60_000 })
      .toMatch(/status 500/);
    const first = await undelivered(id);
    const waitMs = first!.dueAt!.getTime() - first!.createdAt.getTime();
    expect(waitMs).toBeGreaterThanOrEqual(5_000);

    await makeDue(id, 11);
    await service.database.pool.query(`notify reprise_callbacks`);
    await expect.poll(() => undelivered(id).then((found) => found?.dueAt), { timeout: 60_000 }).toBe(null);
    status = 204;
    expect(await retryGivenUp(service.database.db)).toBeGreaterThanOrEqual(1);
    await service.database.pool.query(`notify reprise_callbacks`);
    await expect.poll(() => receivedAt('/again').length, { timeout: 60_000 }).toBe(3);
    const ids = receivedAt('/again').map((message) => message.id);
    expect(new Set(ids).size).toBe(1);
  });

  // The processes of the service send messages, too, and do not stop during a test.
  const areAllSendersHere = inject('serviceProcesses') === undefined;
  test.runIf(areAllSendersHere)(
    'a message whose process stops is sent again at once, and the try does not count',
    async () => {
      status = null;
      const id = await submitFor('/stopped');
      await service.jobs.complete(id, { success: false, error: 'no' });
      await expect.poll(() => receivedAt('/stopped').length, { timeout: 60_000 }).toBe(1);
      await stopSenders();
      const sql = 'select tries, due_at <= clock_timestamp() as "isDue" from callbacks where job_id = $1';
      expect((await service.database.pool.query(sql, [id])).rows).toEqual([{ tries: 0, isDue: true }]);
      status = 204;
      await startSenders();
      await expect.poll(() => receivedAt('/stopped').length, { timeout: 60_000 }).toBe(2);
      await expect.poll(() => undelivered(id), { timeout: 60_000 }).toBe(undefined);
    },
  );

  test('many jobs that end together cause one message each, and no log has a secret or a URL', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => submitFor('/many?token=hidden')));
    await Promise.all(ids.map((id) => service.jobs.complete(id, { success: false, error: 'no' })));
    await expect.poll(() => receivedAt('/many?token=hidden').length, { timeout: 60_000 }).toBe(20);
    const countDue = async () => {
      const sql = 'select count(*)::int as n from callbacks where due_at is not null and job_id = any($1)';
      return (await service.database.pool.query(sql, [ids])).rows[0]?.n;
    };
    await expect.poll(countDue, { timeout: 60_000 }).toBe(0);
    expect(receivedAt('/many?token=hidden')).toHaveLength(20);
    expect(
      receivedAt('/many?token=hidden')
        .map(({ body }) => body.data.job_id)
        .sort(),
    ).toEqual(ids.sort());
    const text = lines.join('');
    expect(text).toContain('was delivered');
    for (const hidden of [secret, secret.slice(6), key.token, 'token=hidden', url]) expect(text).not.toContain(hidden);
  });
});
