import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import type { Job, JobListPage } from '../../jobs/index.ts';
import { createJobPages } from './job-pages.ts';

/** A list whose version the test changes. */
function fakeJobs() {
  const state = { version: 'a' as string | null, list: 'a' as string | null };
  const list = vi.fn(
    async (): Promise<JobListPage> => ({ total: list.mock.calls.length, jobs: [] as Job[], version: state.list }),
  );
  const pageVersion = async () => state.version;
  const set = (version: string | null, ofList = version) => Object.assign(state, { version, list: ofList });
  const app = fastify();
  const sendPage = createJobPages({ list, pageVersion }, ({ total }) => total);
  app.get('/', (_, reply) => sendPage(reply, { limit: 20, offset: 0 }));
  return { list, set, read: async () => (await app.inject('/')).body };
}

test('a page is built once for each version, however many clients request it', async () => {
  const { list, set, read } = fakeJobs();
  expect(await Promise.all([read(), read(), read()])).toEqual(['1', '1', '1']);
  expect(await read()).toBe('1');
  set('b');
  expect(await Promise.all([read(), read()])).toEqual(['2', '2']);
  expect(list).toHaveBeenCalledTimes(2);
});

test('a page that changed while it was built is kept under its own version only', async () => {
  const { set, read } = fakeJobs();
  set('a', 'b');
  expect(await read()).toBe('1');
  set('b');
  expect(await read()).toBe('1');
  set('a');
  expect(await read()).toBe('2');
});

test('a search is built for every request', async () => {
  const { set, read } = fakeJobs();
  set(null);
  expect([await read(), await read()]).toEqual(['1', '2']);
});

test('a failed build is repeated by the next request', async () => {
  const { list, read } = fakeJobs();
  list.mockRejectedValueOnce(new Error('the database is away'));
  const first = await Promise.all([read(), read()]);
  expect(first).toEqual([expect.stringContaining('away'), expect.stringContaining('away')]);
  expect(await read()).toBe('2');
});

test('pages that were not requested for long are dropped', async () => {
  const { list, set, read } = fakeJobs();
  for (let i = 0; i < 60; i++) {
    set(`version ${i}`);
    await read();
    set('popular');
    await read();
  }
  expect(list).toHaveBeenCalledTimes(61);
  set('version 0');
  await read();
  expect(list).toHaveBeenCalledTimes(62);
});
