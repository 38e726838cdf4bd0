import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import type { UploadOptions } from './request.ts';
import { type UploadState, uploadWithRetry } from './upload-with-retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (status: number, code: string, retryAfter: string | null = null) =>
  new RepriseError(status, { code, detail: '' }, retryAfter);

/** Uploads to a service that responds with these values in turn. */
function send(responses: readonly (string | RepriseError)[], { signal = new AbortController().signal } = {}) {
  const states: UploadState<string>[] = [];
  const keys: (string | undefined)[] = [];
  let attempts = 0;
  const submit = async ({ requestKey }: UploadOptions) => {
    keys.push(requestKey);
    const response = responses[attempts++];
    if (typeof response === 'string') return response;
    throw response;
  };
  const result = uploadWithRetry(submit, { signal, onState: (state) => states.push(state) });
  return { result, states, keys, attempts: () => attempts };
}

test('an accepted replay is uploaded once', async () => {
  const { result, states } = send(['id']);
  expect(await result).toBe('id');
  expect(states.map(({ is }) => is)).toEqual(['uploading', 'uploaded']);
});

test.each(['limit/rate', 'limit/active-jobs', 'limit/queue-full', 'limit/at-capacity'])(
  '%s is retried after the delay that the service asks for',
  async (code) => {
    const { result, states, attempts } = send([refusal(429, code, '7'), 'id']);
    await vi.advanceTimersByTimeAsync(6_999);
    expect([attempts(), states.at(-1)?.is]).toEqual([1, 'waiting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe('id');
    expect(states.map(({ is }) => is)).toEqual(['uploading', 'waiting', 'uploading', 'uploaded']);
  },
);

test.each([
  [refusal(415, 'replay/unreadable'), false],
  [refusal(413, 'replay/too-large'), false],
  [refusal(422, 'request/invalid'), true],
  [refusal(503, 'storage/unavailable', '5'), true],
])('%s ends the upload, and says whether a retry can help', async (error, canRetry) => {
  const { result, states } = send([error]);
  expect(await result).toBeNull();
  expect(states.at(-1)).toEqual({ is: 'rejected', error, canRetry });
});

test('an upload that loses the service goes on when it is back, with the same key', async () => {
  const { result, states, keys } = send([refusal(0, 'client/unreachable'), refusal(0, 'client/unreachable'), 'id']);
  await vi.advanceTimersByTimeAsync(1);
  expect(states.at(-1)).toMatchObject({ is: 'waiting', error: { code: 'client/unreachable', retryAfterSeconds: 5 } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toBe('id');
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^\d+(-\d+){3}$/);
  expect(send(['id']).keys[0]).not.toBe(keys[0]);
});

test('an upload that a proxy refuses for a service that restarts goes on', async () => {
  const { result, states } = send([new RepriseError(502, null), 'id']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await result).toBe('id');
  expect(states.map(({ is }) => is)).toEqual(['uploading', 'waiting', 'uploading', 'uploaded']);
});

test('an upload that is cancelled while it waits is not retried', async () => {
  const cancel = new AbortController();
  const { result, attempts } = send([refusal(429, 'limit/rate', '60'), 'id'], cancel);
  await vi.advanceTimersByTimeAsync(1);
  cancel.abort();
  expect(await result).toBeNull();
  expect(attempts()).toBe(1);
});
