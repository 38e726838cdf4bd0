import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTerms, type KeyTerms } from '../../src/service/keys/index.ts';
import { countOutcomes, expectError, get, jsonOf, newClient, openRaw, post, replayForm } from '../support/http.ts';
import { type InProcessService, type Service, startInProcessService, startService } from '../support/service.ts';
import { makeZip } from '../support/zip.ts';

// Keys: who a client is, what it may do, and what it may not. Without a key, all other tests of the API apply.

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { MAX_QUEUED: '10000', MAX_RENDERING: '10000' } });
});
afterAll(() => service?.stop());

let names = 0;
interface TestKey {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

async function createKey(terms: Partial<KeyTerms> = {}, { keys }: Pick<Service, 'keys'> = service): Promise<TestKey> {
  names++;
  const { key, token } = await keys.create(`bot ${names}`, { ...defaultTerms, ...terms });
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

  test('is refused once it has expired, also if the process has just seen it', async () => {
    const key = await createKey({ expiresAt: new Date(Date.now() + 1_500) });
    expect((await get(`${service.url}/v1/jobs`, headersOf(key))).status).toBe(200);
    const poll = async () => (await get(`${service.url}/v1/jobs`, headersOf(key))).status;
    await expect.poll(poll, { timeout: 4_000, interval: 50 }).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual((await service.keys.get(key.id)).expiresAt!.getTime());
  });

  test('is refused soon after it was revoked', async () => {
    const key = await createKey();
    expect((await get(`${service.url}/v1/jobs`, headersOf(key))).status).toBe(200);
    await service.keys.revoke(key.id);
    const poll = async () => (await get(`${service.url}/v1/jobs`, headersOf(key))).status;
    await expect.poll(poll, { timeout: 20_000, interval: 100 }).toBe(401);
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
    const { key, token, callbackSecret } = await strict.keys.create('logged', defaultTerms);
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
