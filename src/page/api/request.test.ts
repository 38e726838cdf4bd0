import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onReconnected } from './connection.ts';
import { getJson, isUnreachable, postForm } from './request.ts';

beforeEach(() => void vi.stubGlobal('localStorage', { getItem: () => null }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('while a proxy answers for a service that does not run, the connection is lost', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  let isRunning = false;
  const json = () => Response.json({ code: 'job/not-found', detail: 'No.' }, { status: 404 });
  vi.stubGlobal('fetch', async () => (isRunning ? json() : new Response('<html>', { status: 502 })));
  const reconnected = vi.fn();
  const unsubscribe = onReconnected(reconnected);
  expect(isUnreachable(await getJson('/v1/jobs/id').catch((error) => error))).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reconnected).not.toHaveBeenCalled();
  isRunning = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reconnected).toHaveBeenCalledOnce();
  expect(isUnreachable(await getJson('/v1/jobs/id').catch((error) => error))).toBe(false);
  unsubscribe();
});

test('an upload that a proxy answers instead of the service is refused', async () => {
  class AnsweredByProxy {
    readonly upload = {};
    readonly status = 200;
    readonly responseText = '<html>';
    onload = () => {};
    open() {}
    send() {
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', AnsweredByProxy);
  await expect(postForm('/v1/render', new FormData())).rejects.toMatchObject({
    status: 200,
    code: 'client/unreadable-response',
  });
});

test('a page of a proxy in place of JSON is an unexpected response', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>Sign in</html>'));
  await expect(getJson('/v1/jobs')).rejects.toMatchObject({ status: 200, code: 'client/unreadable-response' });
});
