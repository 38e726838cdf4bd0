import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import type { Client, Job, JobFilter } from '../../jobs/index.ts';
import { createJobPages, type PageNumbers } from './job-pages.ts';

/** A list of jobs that the test changes. The key of a job is its id and its progress. */
function fakeJobs() {
  let listed: [id: string, progress: number][] = [];
  const keyOf = ([id, progress]: [string, number]) => `${id} ${progress}`;
  const jobOf = ([id, progress]: [string, number]) => ({ id, progress, client: `client of ${id}` }) as Job;
  const list = vi.fn(async () => ({ total: listed.length, jobs: listed.map(jobOf) }));
  const listKeys = vi.fn(async ({ q }: JobFilter) =>
    q === undefined ? { total: listed.length, keys: listed.map(keyOf) } : null,
  );
  const listChanges = vi.fn(async (_: JobFilter, known: readonly string[]) => ({
    total: listed.length,
    keys: listed.map(keyOf),
    changed: new Map(listed.filter((job) => !known.includes(keyOf(job))).map((job) => [keyOf(job), jobOf(job)])),
  }));
  const written: string[] = [];
  const jobJson = ({ id, progress }: Job, client: Client | null) => {
    written.push(keyOf([id, progress]));
    return { id, progress, ...(client !== null && { readBy: client.client }) };
  };
  const pageText = ({ total }: PageNumbers, jobs: string) => `{"total":${total},"jobs":[${jobs}]}`;
  const app = fastify();
  const sendPage = createJobPages({ list, listKeys, listChanges }, { jobJson, pageText });
  app.get<{ Querystring: { q?: string; client?: string } }>('/', ({ query: { client = null, ...query } }, reply) =>
    sendPage(reply, { ...query, limit: 9, offset: 0 }, client === null ? null : { client, keyId: null }),
  );
  return {
    listKeys,
    listChanges,
    set: (...jobs: [id: string, progress: number][]) => {
      listed = jobs;
    },
    takeWritten: () => written.splice(0),
    body: () => JSON.stringify({ total: listed.length, jobs: listed.map(([id, progress]) => ({ id, progress })) }),
    get: async (path = '/') => {
      const { body, headers, statusCode } = await app.inject(path);
      return { body, etag: headers.etag, statusCode };
    },
  };
}

test('only the jobs of a page that have changed are read and written again', async () => {
  const { set, get, body, takeWritten, listChanges } = fakeJobs();
  set(['b', 1], ['a', 1]);
  expect((await get()).body).toBe(body());
  expect(takeWritten()).toEqual(['b 1', 'a 1']);

  expect((await get()).body).toBe(body());
  expect(takeWritten()).toEqual([]);
  expect(listChanges).toHaveBeenCalledTimes(1);

  set(['c', 0], ['b', 2], ['a', 1]);
  expect((await get()).body).toBe(body());
  expect(takeWritten()).toEqual(['c 0', 'b 2']);

  set();
  expect((await get()).body).toBe('{"total":0,"jobs":[]}');
});

test('a page that changes between its two reads is the page of the second one', async () => {
  const { set, get, body, listKeys } = fakeJobs();
  set(['b', 1], ['a', 1]);
  await get();
  set(['a', 2]);
  listKeys.mockResolvedValueOnce({ total: 3, keys: ['c 1', 'b 1', 'a 1'] });
  expect((await get()).body).toBe(body());
});

test('the ETag changes with the page, and only then', async () => {
  const { set, get } = fakeJobs();
  const tags: unknown[] = [];
  const states: [string, number][][] = [
    [],
    [['a', 1]],
    [['a', 2]],
    [['b', 2]],
    [
      ['a', 2],
      ['b', 2],
    ],
    [
      ['b', 2],
      ['a', 2],
    ],
  ];
  for (const state of states) {
    set(...state);
    const { etag } = await get();
    expect((await get()).etag).toBe(etag);
    tags.push(etag);
  }
  expect(new Set(tags).size).toBe(states.length);
  set(['a', 1]);
  expect((await get()).etag).toBe(tags[1]);
});

test('a search is written for every request', async () => {
  const { set, get, body, takeWritten } = fakeJobs();
  set(['a', 1]);
  for (let i = 0; i < 2; i++) {
    expect((await get('/?q=word')).body).toBe(body());
    expect(takeWritten()).toEqual(['a 1']);
  }
});

test('a client sees its own jobs as its own, and they are written once for it and once for all others', async () => {
  const { set, get, body, takeWritten, listKeys } = fakeJobs();
  set(['b', 1], ['a', 1]);
  const common = await get();
  const own = await get('/?client=client of a');
  expect(JSON.parse(own.body).jobs).toEqual([
    { id: 'b', progress: 1 },
    { id: 'a', progress: 1, readBy: 'client of a' },
  ]);
  expect(own.etag).not.toBe(common.etag);
  expect(await get('/?client=another')).toEqual(common);
  expect(common.body).toBe(body());
  expect(await get('/?client=client of a')).toEqual(own);
  expect(takeWritten()).toEqual(['b 1', 'a 1', 'a 1']);

  listKeys.mockClear();
  const [again, others] = await Promise.all([get('/?client=client of a'), get('/?client=client of c')]);
  expect([again, others]).toEqual([own, common]);
});

test('clients that request the same page at the same time share a read', async () => {
  const { set, get, body, listKeys } = fakeJobs();
  set(['a', 1]);
  const responses = await Promise.all(Array.from({ length: 20 }, () => get()));
  expect(new Set(responses.map((response) => response.body))).toEqual(new Set([body()]));
  expect(listKeys.mock.calls.length).toBeLessThanOrEqual(2);
});

test('a failed read is repeated by the next request', async () => {
  const { set, get, body, listChanges } = fakeJobs();
  set(['a', 1]);
  listChanges.mockRejectedValueOnce(new Error('the database is away'));
  expect((await get()).statusCode).toBe(500);
  expect((await get()).body).toBe(body());
});

test('jobs that were not listed for long are dropped', async () => {
  const { set, get, takeWritten } = fakeJobs();
  for (let i = 0; i < 2_001; i++) {
    set(['popular', 0], ['other', i]);
    await get();
  }
  takeWritten();
  set(['popular', 0], ['other', 2_000], ['other', 0]);
  await get();
  expect(takeWritten()).toEqual(['other 0']);
});
