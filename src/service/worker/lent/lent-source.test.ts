import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { LentSegment } from '../../../contract/index.ts';
import { createLog } from '../../../log.ts';
import type { ClaimedSegments } from './claimed-segments.ts';
import { createLentSource } from './lent-source.ts';
import type { ServiceClient } from './service-client.ts';

// Passes time for the source: its pauses end at once, and the test reads how long they were.
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));
const pauses: number[] = [];

interface Held {
  readonly body: object;
  readonly signal: AbortSignal | undefined;
  answer(segment: Partial<LentSegment> | null): void;
  fail(): void;
}

/** A source whose requests for segments the test answers. */
function setUp() {
  pauses.length = 0;
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.mocked(sleep).mockImplementation(async (ms = 0) => {
    pauses.push(ms);
    now += ms;
    return undefined as never;
  });
  const held: Held[] = [];
  const sent: string[] = [];
  const post = vi.fn((path: string, body: object, _: unknown, options: { signal?: AbortSignal } = {}) => {
    sent.push(path);
    if (path !== '/v1/workers/take') return Promise.resolve({ draining: false, entries: [] });
    return new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      held.push({
        body,
        signal: options.signal,
        answer: (segment) => resolve({ segment }),
        fail: () => reject(new Error('connection refused')),
      });
    });
  });
  const claimed: ClaimedSegments = new Map();
  const client = { post } as unknown as ServiceClient;
  const log = createLog('silent');
  const source = createLentSource({ client, claimed, cores: 2, stopping: new AbortController().signal, log });
  const next = () => vi.waitFor(() => held.shift() ?? Promise.reject(new Error('No request.')));
  const pass = (ms: number) => {
    now += ms;
  };
  return { source, next, sent, pass };
}

const segment = { entry: 'e', retry_count: 2, job: { id: 'j' }, segment: { number: 1 } } as unknown as LentSegment;

test('a request that the service has held is followed by the next one at once', async () => {
  const { source, next, pass } = setUp();
  const consumer = await source.work(async () => {});
  const first = await next();
  expect(first.body).toMatchObject({ wait_seconds: 15 });
  pass(15_000);
  first.answer(null);
  await next();
  expect(pauses).toEqual([0]);
  await consumer.stop();
});

test('a service of an older release, which answers at once, is asked twice a second', async () => {
  const { source, next, pass } = setUp();
  const consumer = await source.work(async () => {});
  for (let i = 0; i < 3; i++) {
    const request = await next();
    pass(20);
    request.answer(null);
  }
  await next();
  expect(pauses).toEqual([480, 480, 480]);
  await consumer.stop();
});

test('after a request that has failed, it pauses, however long the service held it', async () => {
  const { source, next, pass } = setUp();
  const consumer = await source.work(async () => {});
  const request = await next();
  pass(10_000);
  request.fail();
  await next();
  expect(pauses).toEqual([500]);
  await consumer.stop();
});

test('a stop does not wait for a held request, and gives back a segment that comes later', async () => {
  const { source, next, sent } = setUp();
  const handle = vi.fn(async () => {});
  const consumer = await source.work(handle);
  const request = await next();
  await consumer.stop();
  expect(request.signal?.aborted).toBe(false);
  request.answer(segment);
  await vi.waitFor(() => expect(sent).toContain('/v1/workers/segments/e/give-back?retry_count=2'));
  expect(handle).not.toHaveBeenCalled();
});

test('a worker that leaves ends its held requests', async () => {
  const { source, next, sent } = setUp();
  const consumer = await source.work(async () => {});
  const request = await next();
  await consumer.stop();
  await source.leave();
  expect(request.signal?.aborted).toBe(true);
  expect(sent.at(-1)).toBe('/v1/workers/leave');
});
