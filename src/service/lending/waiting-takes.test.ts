import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { createWaitingTakes, lookEveryMs, type WaitingTake } from './waiting-takes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Segment = { name: string };

/** Segments that the test makes available, and who took them. */
function setUp() {
  const free: string[] = [];
  const countFree = vi.fn(async (_: number) => free.length);
  const takes = createWaitingTakes<Segment>({ countFree, log: createLog('silent') });
  const attempts: string[] = [];
  const results: Record<string, string | null> = {};
  function wait(name: string, changes: Partial<WaitingTake<Segment>> = {}) {
    const gone = new AbortController();
    async function attempt() {
      attempts.push(name);
      const segment = free.shift();
      return segment === undefined ? 'none' : { name: segment };
    }
    takes
      .wait({ worker: name, maxOfWorker: 1, waitMs: 15_000, gone: gone.signal, attempt, ...changes })
      .then((segment) => {
        results[name] = segment?.name ?? null;
      })
      .catch((error: Error) => {
        results[name] = error.message;
      });
    return { disconnect: () => gone.abort() };
  }
  return { free, countFree, takes, attempts, results, wait };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('nothing runs while no request waits', async () => {
  const { countFree, wait, results } = setUp();
  await pass(60_000);
  expect(countFree).not.toHaveBeenCalled();
  wait('a');
  await pass(15_000);
  expect(results).toEqual({ a: null });
  expect(countFree).toHaveBeenCalledTimes(15_000 / lookEveryMs);
  await pass(60_000);
  expect(countFree).toHaveBeenCalledTimes(15_000 / lookEveryMs);
});

test('all requests share one look, and those that came first get the segments', async () => {
  const { free, countFree, wait, attempts, results } = setUp();
  for (const name of ['a', 'b', 'c', 'd']) wait(name);
  await pass(lookEveryMs - 1);
  expect(countFree).toHaveBeenCalledTimes(1);
  free.push('1', '2');
  await pass(1);
  expect(countFree).toHaveBeenCalledTimes(2);
  expect(attempts).toEqual(['a', 'b']);
  expect(results).toEqual({ a: '1', b: '2' });
});

test('the first request that waits gets a segment at once', async () => {
  const { free, wait, results } = setUp();
  free.push('1');
  wait('a');
  await pass(0);
  expect(results).toEqual({ a: '1' });
});

test('a request whose segment another process took keeps its place', async () => {
  const { free, countFree, wait, attempts, results } = setUp();
  for (const name of ['a', 'b', 'c']) wait(name);
  await pass(0);
  countFree.mockResolvedValueOnce(2);
  await pass(lookEveryMs);
  expect(attempts).toEqual(['a', 'b']);
  free.push('1');
  await pass(lookEveryMs);
  expect(results).toEqual({ a: '1' });
});

test('a worker that may have none now is answered, and the next one gets the segment', async () => {
  const { free, wait, results } = setUp();
  free.push('1');
  wait('drained', { attempt: async () => 'refused' });
  wait('revoked', { attempt: () => Promise.reject(new Error('unknown token')) });
  wait('c');
  await pass(2 * lookEveryMs);
  expect(results).toEqual({ drained: null, revoked: 'unknown token', c: '1' });
});

test('a client that disconnects frees its place', async () => {
  const { free, wait, attempts, results } = setUp();
  const first = wait('a');
  wait('b');
  await pass(0);
  first.disconnect();
  free.push('1');
  await pass(lookEveryMs);
  expect(attempts).toEqual(['b']);
  expect(results).toEqual({ a: null, b: '1' });
});

test.each(['disconnect', 'limit', 'close'] as const)('a segment that is taken during %s is not lost', async (how) => {
  const { takes, free, wait, results } = setUp();
  let finish = (_: Segment) => {};
  const client = wait('a', { attempt: () => new Promise<Segment>((resolve) => (finish = resolve)) });
  free.push('1');
  await pass(lookEveryMs);
  if (how === 'disconnect') client.disconnect();
  else if (how === 'limit') takes.limit('a', 0);
  else takes.close();
  await pass(0);
  finish({ name: '1' });
  await pass(0);
  expect(results).toEqual({ a: '1' });
});

test('a client that disconnects before its attempt starts takes nothing', async () => {
  const { free, wait, attempts, results } = setUp();
  const finish: (() => void)[] = [];
  const slow = () => new Promise<'none'>((resolve) => finish.push(() => resolve('none')));
  for (let i = 0; i < 5; i++) wait(`slow ${i}`, { attempt: slow });
  const client = wait('a');
  free.push('1', '2', '3', '4', '5', '6');
  await pass(lookEveryMs);
  expect(finish).toHaveLength(5);
  client.disconnect();
  finish[0]!();
  await pass(0);
  expect(attempts).toEqual([]);
  expect(results).toEqual({ a: null });
});

test('segments that running attempts take wake no other request', async () => {
  const { free, wait, attempts } = setUp();
  wait('slow', { attempt: () => new Promise(() => {}) });
  wait('b');
  free.push('1');
  await pass(4 * lookEveryMs);
  expect(attempts).toEqual([]);
  free.push('2');
  await pass(lookEveryMs);
  expect(attempts).toEqual(['b']);
});

test('one request more than a worker may have ends its oldest one', async () => {
  const { wait, results, takes } = setUp();
  const own = { worker: 'w', maxOfWorker: 2 };
  for (const name of ['a', 'b', 'c']) wait(name, own);
  wait('other');
  await pass(0);
  expect(results).toEqual({ a: null });
  takes.limit('w', 0);
  await pass(0);
  expect(results).toEqual({ a: null, b: null, c: null });
});

test('a worker without slots does not wait', async () => {
  const { wait, results, countFree } = setUp();
  wait('a', { maxOfWorker: 0 });
  await pass(0);
  expect(results).toEqual({ a: null });
  expect(countFree).not.toHaveBeenCalled();
});

test('a service that stops answers all requests, and later ones do not wait', async () => {
  const { takes, wait, results, countFree } = setUp();
  wait('a');
  wait('b');
  await pass(0);
  takes.close();
  wait('c');
  await pass(0);
  expect(results).toEqual({ a: null, b: null, c: null });
  await pass(60_000);
  expect(countFree).toHaveBeenCalledTimes(1);
});

test('a look that fails is repeated', async () => {
  const { free, wait, countFree, results } = setUp();
  countFree.mockRejectedValueOnce(new Error('connection refused'));
  free.push('1');
  wait('a');
  await pass(lookEveryMs);
  expect(results).toEqual({ a: '1' });
});
