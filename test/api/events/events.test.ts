import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { longWait } from '../../support/database/fresh-database.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import {
  type EventSourceClient,
  type OpenEventsOptions,
  openEvents,
  type ReceivedEvent,
} from '../../support/http/event-source.ts';
import { expectError, get, jsonOf, newClient, openRaw } from '../../support/http/requests.ts';
import { type EventDescriptions, parseAsDescribed } from '../../support/openapi/described-events.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

const success = { success: true, videoKey: 'v', thumbKey: 't', logKey: 'l', pp: null } as const;
const at = (percent: number) => ({ stage: 'rendering', percent, framesPerSecond: 120.5, secondsLeft: 42 }) as const;

let service: InProcessService;
let description: EventDescriptions;
const opened: EventSourceClient[] = [];
beforeAll(async () => {
  service = await startInProcessService({ timeouts: { heartbeatMs: 50 } });
  description = await jsonOf(await get(`${service.url}/api/openapi.json`));
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
afterAll(() => service?.stop());

async function queuedJob(): Promise<string> {
  return (await insertJobs(service.database, [{}]))[0]!;
}

async function open(path: string, options: OpenEventsOptions = {}): Promise<EventSourceClient> {
  const stream = await openEvents(`${service.url}${path}`, { client: newClient(), ...options });
  opened.push(stream);
  return stream;
}

const follow = (id: string, options?: OpenEventsOptions) => open(`/v1/jobs/${id}/events`, options);
const statusesIn = (events: readonly ReceivedEvent[]) =>
  events.filter(({ name }) => name === 'status').map(({ data }) => data.status);

describe('GET /v1/jobs/{job_id}/events', () => {
  test('the stream sends the current job, then every change, and finally an end event', async () => {
    const id = await queuedJob();
    const stream = await follow(id);
    const first = await stream.find(() => true);
    expect(first).toEqual({
      name: 'job',
      id: expect.stringMatching(/^\d+$/),
      data: await jsonOf(await get(`${service.url}/v1/jobs/${id}`)),
    });
    expect(first.data).toMatchObject({
      status: 'queued',
      stage: 'waiting',
      queue_position: expect.any(Number),
      attempt: 0,
    });

    const claim = (await service.jobs.attempts.claim(id))!;
    await stream.find(({ name, data }) => name === 'job' && data.status === 'downloading');
    await service.jobs.attempts.startRendering(claim);
    await service.jobs.attempts.reportProgress(claim, at(42.5));
    const drawing = await stream.find(({ name, data }) => name === 'job' && data.progress === 42.5);
    expect(drawing.data).toMatchObject({ stage: 'rendering', frames_per_second: 120.5, seconds_left: 42, attempt: 1 });
    await service.jobs.complete(id, success);
    await stream.ended;

    expect(statusesIn(stream.events)).toEqual(['downloading', 'rendering', 'completed']);
    const [last, end] = stream.events.slice(-2);
    expect(last).toMatchObject({ name: 'job', data: { status: 'completed', progress: 100, stage: null } });
    expect(end).toMatchObject({ name: 'end', id: `${last!.id}-end`, data: { job_id: id, status: 'completed' } });
    parseAsDescribed(description, '/v1/jobs/{job_id}/events', stream.events);
    const ids = stream.events.map((event) => Number.parseInt(event.id, 10));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('the stream of a finished job sends it and ends at once, in either spelling of the id', async () => {
    const [id = ''] = await insertJobs(service.database, [{ status: 'failed', error_code: 'render/stalled' }]);
    for (const text of [id, id.replaceAll('-', '').toUpperCase()]) {
      const stream = await follow(text);
      await stream.ended;
      expect(stream.events).toMatchObject([
        { name: 'job', data: { job_id: id, status: 'failed', error_code: 'render/stalled' } },
        { name: 'end', data: { job_id: id, status: 'failed' } },
      ]);
    }
  });

  test.each([randomUUID(), 'nonsense', '%00'])(
    'an unknown job %s is answered with 404 and the usual body',
    async (id) => {
      await expectError(await get(`${service.url}/v1/jobs/${id}/events`), 404);
    },
  );

  test('a stream has headers for caches and proxies, and those of every response', async () => {
    const { response } = await follow(await queuedJob());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.any(String),
      'x-request-id': expect.any(String),
      'access-control-allow-origin': '*',
    });
  });

  test('HEAD gets a response without a stream', async () => {
    const head = await fetch(`${service.url}/v1/jobs/${await queuedJob()}/events`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });

  test('a client that reconnects receives every missed status change, then the current job', async () => {
    const id = await queuedJob();
    const before = await follow(id);
    const { id: lastEventId } = await before.find(() => true);
    before.close();
    const first = (await service.jobs.attempts.claim(id))!;
    await service.jobs.attempts.startRendering(first);
    await service.jobs.attempts.requeue(first, 'worker-lost');
    const second = (await service.jobs.attempts.claim(id))!;
    await service.jobs.attempts.reportProgress(second, at(10));

    const after = await follow(id, { lastEventId });
    await after.find(({ name }) => name === 'job');
    expect(after.events.map(({ name, data }) => [name, data.status, data.attempt])).toEqual([
      ['status', 'downloading', 1],
      ['status', 'rendering', 1],
      ['status', 'queued', 1],
      ['status', 'downloading', 2],
      ['job', 'downloading', 2],
    ]);
    const middle = after.events[1]!.id;
    const later = await follow(id, { lastEventId: middle });
    await later.find(({ name }) => name === 'job');
    expect(statusesIn(later.events)).toEqual(['queued', 'downloading']);
  });

  test('a client that has received the end is told not to reconnect', async () => {
    const id = await queuedJob();
    await service.jobs.complete(id, success);
    const stream = await follow(id);
    const { id: lastEventId } = await stream.find(({ name }) => name === 'end');
    const again = await get(`${service.url}/v1/jobs/${id}/events`, { 'last-event-id': lastEventId });
    expect(again.status).toBe(204);
    // A client that lost its connection before the end is not.
    const early = await follow(id, { lastEventId: lastEventId.replace('-end', '') });
    await early.find(({ name }) => name === 'end');
  });

  test.each(['nonsense', '-1', '1e3', '99999999999999', ''])(
    'an invalid Last-Event-ID %j is ignored',
    async (lastEventId) => {
      const stream = await follow(await queuedJob(), { lastEventId });
      expect(await stream.find(() => true)).toMatchObject({ name: 'job' });
    },
  );

  test('the queue position follows the jobs ahead', async () => {
    const [ahead, id] = [await queuedJob(), await queuedJob()];
    const stream = await follow(id);
    const before = (await stream.find(() => true)).data.queue_position;
    expect(before).toBeGreaterThan(1);
    await service.jobs.attempts.claim(ahead);
    await stream.find(({ name, data }) => name === 'job' && data.queue_position === before - 1);
    expect(statusesIn(stream.events)).toEqual([]);
  });

  test('the stream of a deleted job ends', async () => {
    const id = await queuedJob();
    const stream = await follow(id);
    await stream.find(() => true);
    await service.database.db.deleteFrom('jobs').where('id', '=', id).execute();
    await stream.ended;
    expect(stream.events.map(({ name }) => name)).toEqual(['job']);
  });
});

test.each(['/v1/jobs/{job_id}/events', '/v1/events'])(
  'clients that leave %s before it has begun leave no stream open',
  async (template) => {
    const client = newClient();
    const path = template.replace('{job_id}', await queuedJob());
    const idle = await service.openConnections();
    for (let i = 0; i < 20; i++) {
      const connection = openRaw(service.url);
      await connection.send(`GET ${path} HTTP/1.1\r\nHost: test\r\nEdge-Connecting-IP: ${client}\r\n\r\n`);
      if (i % 2 === 0) connection.vanish();
      else connection.socket.end();
    }
    await expect.poll(() => service.openConnections()).toBeLessThanOrEqual(idle);
    // As many as one client may have.
    for (let i = 0; i < 10; i++) await open(path, { client });
  },
);

describe('GET /v1/events', () => {
  test('the stream sends the totals, then every status change of every job, and the progress of running jobs', async () => {
    const stream = await open('/v1/events');
    const first = await stream.find(() => true);
    expect(first.name).toBe('totals');
    const { total } = await jsonOf(await get(`${service.url}/v1/jobs?status=queued`));
    expect(first.data.queued).toBe(total);

    const [a, b] = [await queuedJob(), await queuedJob()];
    const claim = (await service.jobs.attempts.claim(a))!;
    await service.jobs.attempts.startRendering(claim);
    await service.jobs.attempts.describeMap(claim, {
      title: 'A - B [C]',
      titleUnicode: 'A - B [C]',
      beatmapId: null,
      lengthSeconds: 60,
      stars: 5,
      pp: 1,
    });
    await service.jobs.attempts.reportProgress(claim, at(12.5));
    const progress = await stream.find(({ name, data }) => name === 'progress' && data.progress === 12.5);
    expect(progress.data).toEqual({
      job_id: a,
      status: 'rendering',
      progress: 12.5,
      map_title: 'A - B [C]',
      stage: 'rendering',
      queue_position: null,
      starts_in_seconds: null,
      frames_per_second: 120.5,
      seconds_left: 42,
      attempt: 1,
    });
    await service.jobs.complete(b, { success: false, error: 'x', code: 'render/stalled' });
    await service.jobs.complete(a, success);
    await stream.find(({ data }) => data.job_id === a && data.status === 'completed');
    const changes = stream.events.filter(({ name }) => name === 'status');
    expect(changes.map(({ data }) => [data.job_id, data.status, data.error_code])).toEqual([
      [a, 'queued', null],
      [b, 'queued', null],
      [a, 'downloading', null],
      [a, 'rendering', null],
      [b, 'failed', 'render/stalled'],
      [a, 'completed', null],
    ]);
    parseAsDescribed(description, '/v1/events', stream.events);
    expect(new Set(stream.events.map(({ name }) => name))).toEqual(new Set(['totals', 'status', 'progress']));
    const foreign = [
      { ...first, name: 'job' },
      { ...first, data: { ...first.data, queued: -1 } },
    ];
    for (const event of foreign) expect(() => parseAsDescribed(description, '/v1/events', [event])).toThrow();
  });

  test('a client that reconnects receives the missed changes and no totals', async () => {
    const before = await open('/v1/events');
    const { id: lastEventId } = await before.find(() => true);
    before.close();
    const id = await queuedJob();
    await service.jobs.attempts.claim(id);
    await service.jobs.complete(id, success);
    const after = await open('/v1/events', { lastEventId });
    await after.find(({ data }) => data.status === 'completed');
    expect(after.events.map(({ name, data }) => [name, data.job_id, data.status])).toEqual([
      ['status', id, 'queued'],
      ['status', id, 'downloading'],
      ['status', id, 'completed'],
    ]);
    // It then receives new changes.
    const next = await queuedJob();
    await after.find(({ data }) => data.job_id === next);
  });

  test('a client that was away for too long receives the totals instead', async () => {
    const before = await open('/v1/events');
    const { id: lastEventId } = await before.find(() => true);
    for (let i = 0; i < 3; i++) await queuedJob();
    const { db } = service.database;
    await db
      .updateTable('job_events')
      .set({ at: new Date(Date.now() - 3_700_000) })
      .execute();
    await service.jobs.sweep();
    expect(await db.selectFrom('job_events').select('id').execute()).toHaveLength(1);
    const after = await open('/v1/events', { lastEventId });
    expect(await after.find(() => true)).toMatchObject({ name: 'totals' });
    expect(Number((await after.find(() => true)).id)).toBe(Number(lastEventId) + 3);
  });

  test('simultaneous changes are each sent once, in the order of their ids', async () => {
    const stream = await open('/v1/events');
    await stream.find(() => true);
    const ids = await Promise.all(Array.from({ length: 30 }, queuedJob));
    await Promise.all(
      ids.map(async (id) => {
        await service.jobs.attempts.claim(id);
        await service.jobs.complete(id, success);
      }),
    );
    await vi.waitFor(() => expect(statusesIn(stream.events)).toHaveLength(90), longWait);
    const told = stream.events.filter(({ name }) => name === 'status');
    expect(new Set(told.map(({ id }) => id)).size).toBe(90);
    expect(told.map(({ id }) => Number(id))).toEqual(told.map(({ id }) => Number(id)).toSorted((a, b) => a - b));
    for (const id of ids) {
      const ofJob = told.filter(({ data }) => data.job_id === id).map(({ data }) => data.status);
      expect(ofJob).toEqual(['queued', 'downloading', 'completed']);
    }
  });
});

describe('while a stream is open', () => {
  test('the service sends comments as heartbeats, and the delay before a reconnect', async () => {
    const stream = await follow(await queuedJob());
    await vi.waitFor(() => expect(stream.others.length).toBeGreaterThan(3), longWait);
    expect(stream.others[0]).toBe('retry: 2000');
    expect(new Set(stream.others.slice(1))).toEqual(new Set([':']));
  });

  test('a lost listening connection is reopened, and no change is missed', async () => {
    const id = await queuedJob();
    const [one, all] = [await follow(id), await open('/v1/events')];
    await Promise.all([one.find(() => true), all.find(() => true)]);
    // Cuts every connection, like a restart of PostgreSQL.
    const { rows } = await service.database.pool.query(
      `select application_name, pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(rows.filter((row) => row.application_name === 'test, listening to reprise_jobs')).toHaveLength(1);
    // This happens while no connection listens. A connection of the pool may not have noticed yet, so retry.
    const claim = await vi.waitFor(async () => (await service.jobs.attempts.claim(id))!, longWait);
    await service.jobs.attempts.startRendering(claim);
    await one.find(({ name, data }) => name === 'job' && data.status === 'rendering');
    await service.jobs.complete(id, success);
    await one.ended;
    expect(statusesIn(one.events)).toEqual(['downloading', 'rendering', 'completed']);
    await all.find(({ data }) => data.status === 'completed');
    expect(statusesIn(all.events)).toEqual(['downloading', 'rendering', 'completed']);
  });

  test('a client may open ten streams, and another one after it closes one', async () => {
    const id = await queuedJob();
    const client = newClient();
    const streams = await Promise.all(Array.from({ length: 10 }, () => follow(id, { client })));
    const url = `${service.url}/v1/jobs/${id}/events`;
    const refused = await get(url, { 'edge-connecting-ip': client });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await expectError(refused, 429, 'limit/streams')).detail).toBe('You already have 10 open event streams.');
    await expectError(await get(`${service.url}/v1/events`, { 'edge-connecting-ip': client }), 429, 'limit/streams');
    await follow(id);
    streams[0]!.close();
    await vi.waitFor(() => follow(id, { client }), longWait);
  });

  test('the metrics include the number of open streams', async () => {
    const open = async () =>
      Number(/^reprise_event_streams (\d+)$/m.exec(await (await get(`${service.url}/metrics`)).text())?.[1]);
    await vi.waitFor(async () => expect(await open()).toBe(0), longWait);
    const stream = await follow(await queuedJob());
    expect(await open()).toBe(1);
    stream.close();
    await vi.waitFor(async () => expect(await open()).toBe(0), longWait);
    // The time that a stream was open does not count as a slow request.
    expect(await (await get(`${service.url}/metrics`)).text()).not.toMatch(/route="[^"]*events",status="200"/);
  });

  test('two hundred streams share one listening connection and a few megabytes', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, queuedJob));
    const before = process.memoryUsage().rss;
    const connections: ReturnType<typeof openRaw>[] = [];
    // Raw connections: the client of the other tests would use more memory than the service.
    for (let i = 0; i < 200; i++) {
      const raw = openRaw(service.url);
      connections.push(raw);
      await raw.send(
        `GET /v1/jobs/${ids[i % 20]}/events HTTP/1.1\r\nHost: test\r\nEdge-Connecting-IP: ${newClient()}\r\n\r\n`,
      );
    }
    await Promise.all(connections.map((raw) => raw.received(/event: job/)));
    const grownMb = (process.memoryUsage().rss - before) / 1024 / 1024;
    const { rows } = await service.database.pool.query(
      `select count(*) filter (where application_name like '%listening to%') as listening, count(*) as all
       from pg_stat_activity where datname = current_database()`,
    );
    expect(rows[0].listening).toBe(1);
    expect(rows[0].all).toBeLessThanOrEqual(12);
    expect(grownMb).toBeLessThan(64);

    await Promise.all(ids.map((id) => service.jobs.complete(id, success)));
    const texts = await Promise.all(connections.map((raw) => raw.received()));
    for (const text of texts) expect(text).toMatch(/event: end\ndata: \{"job_id":"[^"]+","status":"completed"\}/);
  });
});

test('streams end when the service stops', async () => {
  const stopping = await startInProcessService();
  try {
    const [id = ''] = await insertJobs(stopping.database, [{}]);
    const [one, all] = await Promise.all([
      openEvents(`${stopping.url}/v1/jobs/${id}/events`),
      openEvents(`${stopping.url}/v1/events`),
    ]);
    await Promise.all([one.find(() => true), all.find(() => true)]);
    await stopping.close();
    await Promise.all([one.ended, all.ended]);
    expect(one.events.map(({ name }) => name)).toEqual(['job']);
  } finally {
    await stopping.stop();
  }
});
