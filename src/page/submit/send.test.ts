import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FailedCall } from '../service/failed-call.ts';
import { defaultOptions } from './options.ts';
import { type SendState, sendUntilTaken } from './send.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const submission = { replay: new File(['x'], 'a.osr'), beatmap: null, options: defaultOptions };
const refusal = (status: number, code: string, retryAfter: string | null = null) =>
  new FailedCall(status, { code, detail: '' }, retryAfter);

/** Sends against a service that gives these answers, one after the other. */
function send(answers: readonly (string | FailedCall)[], { signal = new AbortController().signal } = {}) {
  const states: SendState[] = [];
  let tries = 0;
  const submit = async () => {
    const answer = answers[tries++]!;
    if (typeof answer === 'string') return answer;
    throw answer;
  };
  const result = sendUntilTaken(submission, { signal, onState: (state) => states.push(state), submit });
  return { result, states, tries: () => tries };
}

test('a replay that is taken is sent once', async () => {
  const { result, states } = send(['id']);
  expect(await result).toBe('id');
  expect(states.map(({ is }) => is)).toEqual(['sending', 'sent']);
});

test.each(['limit/rate', 'limit/active-jobs', 'limit/queue-full', 'limit/at-capacity'])(
  '%s is waited for as long as the service says',
  async (code) => {
    const { result, states, tries } = send([refusal(429, code, '7'), 'id']);
    await vi.advanceTimersByTimeAsync(6_999);
    expect([tries(), states.at(-1)?.is]).toEqual([1, 'waiting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe('id');
    expect(states.map(({ is }) => is)).toEqual(['sending', 'waiting', 'sending', 'sent']);
  },
);

test.each([
  [refusal(415, 'replay/unreadable'), false],
  [refusal(413, 'replay/too-large'), false],
  [refusal(422, 'request/invalid'), true],
  [refusal(503, 'storage/unavailable', '5'), true],
  [refusal(0, 'page/unreachable'), true],
])('%s is final until somebody tries again, if that can help', async (error, canRetry) => {
  const { result, states } = send([error]);
  expect(await result).toBeNull();
  expect(states.at(-1)).toEqual({ is: 'refused', error, canRetry });
});

test('one that is taken back while it waits is not sent again', async () => {
  const leave = new AbortController();
  const { result, tries } = send([refusal(429, 'limit/rate', '60'), 'id'], leave);
  await vi.advanceTimersByTimeAsync(1);
  leave.abort();
  expect(await result).toBeNull();
  expect(tries()).toBe(1);
});
