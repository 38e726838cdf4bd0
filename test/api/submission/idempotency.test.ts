import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artifactKeys } from '../../../src/contract/index.ts';
import { createStoredAnswers } from '../../../src/service/http/idempotency/stored-answers.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { makeZip } from '../../support/files/zip.ts';
import { expectError, get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

// Requests that a client repeats, because it has lost the answer or does not know whether there was one.

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { MAX_QUEUED: '10000', MAX_RENDERING: '10000' } });
});
afterAll(() => service?.stop());

interface Sent {
  readonly client: string;
  readonly key?: string;
  readonly fields?: Record<string, string>;
  readonly path?: string;
}

const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key };
const submit = ({ client, key, fields = {}, path = '/v1/render' }: Sent) =>
  post(`${service.url}${path}`, replayForm({ fields }), { client, headers: keyHeader(key) });
const countJobs = async (client: string) => (await service.jobs.list({ client, limit: 1, offset: 0 })).total;

describe('a submission with an Idempotency-Key', () => {
  test('is made once, and its repetitions get the same answer without counting', async () => {
    const client = newClient();
    const first = await submit({ client, key: 'one' });
    const body = await first.text();
    expect(first.status).toBe(202);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(first.headers.get('location')).toBe(JSON.parse(body).links.status);
    for (let i = 0; i < 7; i++) {
      const again = await submit({ client, key: 'one' });
      expect(again.status).toBe(202);
      expect(await again.text()).toBe(body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
    }
    expect(await countJobs(client)).toBe(1);
    // Neither the rate limit nor the limit of active jobs counted them.
    expect((await submit({ client, key: 'two' })).headers.get('x-ratelimit-remaining')).toBe('3');
  });

  test('is made once, however many arrive at the same time', async () => {
    const client = newClient();
    const responses = await Promise.all(Array.from({ length: 12 }, () => submit({ client, key: 'same' })));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(202));
    const ids = await Promise.all(responses.map(async (response) => (await jsonOf(response)).job_id));
    expect(new Set(ids).size).toBe(1);
    expect(await countJobs(client)).toBe(1);
    const replayed = responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(11);
  });

  test.each([
    ['another setting', { fields: { bg_dim: '0.5' } }],
    ['the other interface', { path: '/render' }],
  ])('refuses the same key with %s', async (_, changes) => {
    const client = newClient();
    expect((await submit({ client, key: 'k' })).status).toBe(202);
    const { errors } = await expectError(await submit({ client, key: 'k', ...changes }), 422, 'idempotency/mismatch');
    expect(errors?.[0]?.field).toBe('Idempotency-Key');
    expect(await countJobs(client)).toBe(1);
  });

  test('belongs to its client, and ends after a day', async () => {
    const [client, other] = [newClient(), newClient()];
    const id = async (sender: string) => (await jsonOf(await submit({ client: sender, key: 'shared' }))).job_id;
    const first = await id(client);
    expect(await id(other)).not.toBe(first);
    await service.database.pool.query(
      `update marked_requests set created_at = created_at - interval '24 hours 1 second' where job_id = $1`,
      [first],
    );
    expect(await id(client)).not.toBe(first);
  });

  test('that was refused can be repeated, and leaves nothing', async () => {
    const client = newClient();
    await submit({ client });
    const last = await jsonOf(await submit({ client }));
    await expectError(await submit({ client, key: 'later' }), 429, 'limit/active-jobs');
    await expectError(await submit({ client, key: 'later', fields: { skin: '/' } }), 422, 'request/invalid');
    await service.jobs.cancel((await service.jobs.get(last.job_id))!, 'operator');
    expect((await submit({ client, key: 'later' })).status).toBe(202);
  });

  test('finds the job of a process that ended before it had answered', async () => {
    const client = newClient();
    const { job_id: id } = await jsonOf(await submit({ client, key: 'crash' }));
    await service.database.pool.query('update marked_requests set answer = null where job_id = $1', [id]);
    const again = await submit({ client, key: 'crash' });
    expect((await jsonOf(again)).job_id).toBe(id);
    expect(await countJobs(client)).toBe(1);
  });

  test('stores the replay that a process has not stored before it ended', async () => {
    const client = newClient();
    const { job_id: id } = await jsonOf(await submit({ client, key: 'cut' }));
    const replay = artifactKeys.replay(id);
    await service.storage.delete(replay);
    await service.database.pool.query('update marked_requests set answer = null where job_id = $1', [id]);
    // A relay may have moved the event into the queue already.
    await service.database.pool.query('delete from outbox where job_id = $1', [id]);
    await service.database.pool.query(
      `insert into outbox (job_id, event, payload, held_until)
       values ($1, 'render_job_created', $2, now() + interval '1 minute')`,
      [id, JSON.stringify({ job_id: id })],
    );
    expect((await jsonOf(await submit({ client, key: 'cut' }))).job_id).toBe(id);
    expect(await service.storage.stat(replay)).not.toBeNull();
    const held = 'select from outbox where job_id = $1 and held_until is not null';
    expect((await service.database.pool.query(held, [id])).rowCount).toBe(0);
  });

  test('does not find the job of a process that ended before the replay was stored, once that has failed', async () => {
    const client = newClient();
    const { job_id: id } = await jsonOf(await submit({ client, key: 'lost' }));
    await service.database.pool.query('update marked_requests set answer = null where job_id = $1', [id]);
    await service.jobs.complete(id, { success: false, error: 'no', code: 'upload/failed' });
    await expectError(await submit({ client, key: 'lost' }), 500, 'upload/failed');
    const again = await submit({ client, key: 'lost' });
    expect(again.status).toBe(202);
    expect((await jsonOf(again)).job_id).not.toBe(id);
  });

  test.each(['', 'x'.repeat(129), 'a b'])('needs 1 to 128 visible characters, not %j', async (key) => {
    const { errors } = await expectError(await submit({ client: newClient(), key }), 422, 'request/invalid');
    expect(errors?.[0]?.field).toBe('Idempotency-Key');
    expect((await submit({ client: newClient(), key: '~'.repeat(128) })).status).toBe(202);
  });
});

test('10,000 keys cost one short row each for a day, and a request reads only its own', async () => {
  const fresh = await freshDatabase();
  try {
    // Its statistics are those of all its queries.
    const database = fresh.connect({ maxConnections: 1 });
    const query = async (text: string) => (await database.pool.query(text)).rows;
    await query(
      `insert into marked_requests (digest, content, job_id, answer)
       select sha256(n::text::bytea), sha256(n::text::bytea), gen_random_uuid(), '{"id":"00000000-0000-4000-8000-000000000000"}'
       from generate_series(1, 10000) as n`,
    );
    await query('vacuum analyze marked_requests');
    const [size] = await query(`select pg_total_relation_size('marked_requests')::int / 10000 as bytes_per_key`);
    expect(size.bytes_per_key).toBeLessThan(500);
    const countScans = async () => {
      await query('select pg_stat_force_next_flush()');
      const [table] = await query(
        `select seq_scan::int as n from pg_stat_user_tables where relname = 'marked_requests'`,
      );
      return table.n;
    };
    const before = await countScans();
    const storedAnswers = createStoredAnswers(database);
    const request = { client: 'a', key: 'k', contentDigest: Buffer.alloc(32) };
    const answer = () => storedAnswers.answer(request, async (id) => ({ id }));
    const { value } = await answer();
    expect(await answer()).toEqual({ value, isRepeated: true });
    expect((await countScans()) - before).toBe(0);

    await query(`update marked_requests set created_at = created_at - interval '25 hours'`);
    expect((await answer()).isRepeated).toBe(false);
    expect(await query('select count(*)::int as left from marked_requests')).toEqual([{ left: 1 }]);
  } finally {
    await fresh.drop();
  }
});

test('an upload of a skin with an Idempotency-Key counts once', async () => {
  const client = newClient();
  const name = `Skin ${randomUUID()}`;
  const upload = (text: string) => {
    const form = new FormData();
    const zip = makeZip([{ name: 'skin.ini', data: text }]);
    form.set('skin', new File([Uint8Array.from(zip)], `${name}.osk`));
    return post(`${service.url}/v1/skins/upload`, form, { client, headers: keyHeader('skin') });
  };
  const first = await upload('a');
  const body = await first.json();
  expect(body).toMatchObject({ success: true, skin_name: name });
  for (let i = 0; i < 3; i++) {
    const again = await upload('a');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.json()).toEqual(body);
  }
  await expectError(await upload('b'), 422, 'idempotency/mismatch');
});

describe('a retry', () => {
  async function failedJob(client: string): Promise<string> {
    const { job_id: id } = await jsonOf(await submit({ client }));
    await service.jobs.cancel((await service.jobs.get(id))!, 'operator');
    return id;
  }
  const retry = (id: string, client: string, key?: string) =>
    post(`${service.url}/v1/jobs/${id}/retry`, null, { client, headers: keyHeader(key) });

  test('that is repeated gives one job, which names the one that it retries', async () => {
    const client = newClient();
    const failed = await failedJob(client);
    const responses = await Promise.all(Array.from({ length: 4 }, () => retry(failed, client)));
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const ids = new Set(await Promise.all(responses.map(async (response) => (await jsonOf(response)).job_id)));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    expect(responses[0]?.headers.get('location')).toBe(`/v1/jobs/${id}`);
    expect(await jsonOf(await get(`${service.url}/v1/jobs/${id}`))).toMatchObject({ retry_of: failed });
    expect(await jsonOf(await get(`${service.url}/v1/jobs/${failed}`))).toMatchObject({ retry_of: null });
  });

  test('gives another job once the first retry has failed, also with the same Idempotency-Key only the first', async () => {
    const client = newClient();
    const failed = await failedJob(client);
    const { job_id: first } = await jsonOf(await retry(failed, client, 'retry'));
    await service.jobs.cancel((await service.jobs.get(first))!, 'operator');
    expect((await jsonOf(await retry(failed, client, 'retry'))).job_id).toBe(first);
    expect((await jsonOf(await retry(failed, client))).job_id).not.toBe(first);
  });
});
