import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, type Job, RepriseError } from '../../../clients/typescript/src/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const job = (status: string, fields: object = {}) => ({ job_id: 'id', status, ...fields }) as unknown as Job;
const jobEvent = (id: number, data: Job) => `id: ${id}\nevent: job\ndata: ${JSON.stringify(data)}\n\n`;
const endEvent = (id: number, status = 'completed') =>
  `id: ${id}-end\nevent: end\ndata: {"job_id":"id","status":"${status}"}\n\n`;

/** A client of a service that gives these answers in turn; a string is a stream that breaks after it. */
function clientOf(...answers: readonly (string | Response | Error)[]) {
  const requests: Request[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const answer = answers[requests.length];
    requests.push(new Request(url, init));
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('There is no further answer.');
    return typeof answer === 'string' ? brokenStream(answer) : answer;
  };
  return { client: createClient({ baseUrl: 'http://service.example/path/', key: 'a key', fetch }), requests };
}

function brokenStream(text: string): Response {
  const parts = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part !== undefined) controller.enqueue(part);
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body);
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code, detail: 'No.' }), { status, headers });

/** Lets the time pass until the promise settles. */
async function settle<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const result = promise.finally(() => {
    isSettled = true;
  });
  result.catch(() => {});
  for (let i = 0; i < 1000 && !isSettled; i++) await vi.advanceTimersByTimeAsync(1000);
  return result;
}

describe('follow', () => {
  test('continues after the last event when the connection breaks, also inside an event', async () => {
    const { client, requests } = clientOf(
      `: a comment\n\n${jobEvent(1, job('queued'))}${jobEvent(2, job('rendering')).slice(0, -9)}`,
      new TypeError('fetch failed'),
      refusal(503, 'limit/streams-at-capacity', { 'retry-after': '7' }),
      `${jobEvent(2, job('rendering'))}${jobEvent(3, job('completed', { map_title: '雪' }))}${endEvent(3)}`,
    );
    const jobs: Job[] = [];
    const finished = await settle(client.wait('id', { onJob: (each) => jobs.push(each) }));
    expect(jobs.map(({ status }) => status)).toEqual(['queued', 'rendering', 'completed']);
    expect(finished.map_title).toBe('雪');
    expect(requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '1', '1', '1']);
    expect(requests[0]?.url).toBe('http://service.example/path/v1/jobs/id/events');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer a key');
  });

  test('throws what no repetition can help', async () => {
    const { client } = clientOf(refusal(404, 'job/not-found'));
    await expect(settle(client.wait('id'))).rejects.toMatchObject({ status: 404, code: 'job/not-found' });
  });

  test('reads the job if it has ended before', async () => {
    const { client } = clientOf(new Response(null, { status: 204 }), Response.json(job('completed')));
    expect(await settle(client.wait('id', { lastEventId: '3-end' }))).toEqual(job('completed'));
  });

  test('stops when it is told to', async () => {
    const { client, requests } = clientOf(jobEvent(1, job('queued')));
    const stopping = new AbortController();
    const waiting = client.wait('id', { signal: stopping.signal, onJob: () => stopping.abort(new Error('enough')) });
    await expect(settle(waiting)).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });
});

test('a failed job is an error with its code', async () => {
  const failed = job('failed', { error_code: 'beatmap/not-found', error_hint: 'No mirror has it.' });
  const { client } = clientOf(`${jobEvent(1, failed)}${endEvent(1, 'failed')}`);
  const error = await settle(client.wait('id')).catch((reason) => reason);
  expect(error).toBeInstanceOf(RepriseError);
  expect(error).toMatchObject({ code: 'beatmap/not-found', message: 'No mirror has it.' });
});

test('submitTogether sends all replays in their order, with the names of files', async () => {
  const created = new Response(JSON.stringify({ job_id: 'id' }), { status: 202 });
  const { client, requests } = clientOf(refusal(503, 'limit/queue-full'), created);
  const replays = [new Blob(['a']), new File(['b'], 'b.osr')];
  const submitted = client.submitTogether(replays, { settings: { layout: 'split' }, bg_dim: 0.5, metadata: [1] });
  expect(await settle(submitted)).toEqual({ job_id: 'id' });
  const [first, second] = requests as [Request, Request];
  expect(second.url).toBe('http://service.example/path/v1/render/together');
  expect(second.headers.get('idempotency-key')).toBe(first.headers.get('idempotency-key'));
  const form = await second.formData();
  const files = form.getAll('replay') as File[];
  expect(files.map(({ name }) => name)).toEqual(['replay.osr', 'b.osr']);
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(['a', 'b']);
  const fields = Object.fromEntries(['settings', 'bg_dim', 'metadata'].map((name) => [name, form.get(name)]));
  expect(fields).toEqual({ settings: '{"layout":"split"}', bg_dim: '0.5', metadata: '[1]' });
});

test('downloadReplay requests one of several replays', async () => {
  const { client, requests } = clientOf(new Response('b'));
  expect(await (await client.downloadReplay(job('queued'), 2)).text()).toBe('b');
  expect(requests[0]!.url).toBe('http://service.example/path/v1/jobs/id/replays/2');
});

describe('submit', () => {
  const replay = new Blob(['a replay']);

  test('repeats a request with the same key while the service does not respond or a limit is reached', async () => {
    const { client, requests } = clientOf(
      new TypeError('fetch failed'),
      refusal(429, 'limit/rate', { 'retry-after': '30' }),
      Response.json({ job_id: 'id' }, { status: 202 }),
    );
    expect(await settle(client.submit(replay, { skin: 'Mine', settings: { cursor_size: 2 } }))).toEqual({
      job_id: 'id',
    });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
    const form = await requests[2]?.formData();
    expect([form?.get('skin'), form?.get('settings')]).toEqual(['Mine', '{"cursor_size":2}']);
    expect(form?.get('replay')).toMatchObject({ name: 'replay.osr' });
  });

  test('repeats a request with the same key if the connection breaks while the response arrives', async () => {
    const refused = new Response(brokenStream('{"code":').body, { status: 422 });
    const { client, requests } = clientOf('{"job_', refused, Response.json({ job_id: 'id' }, { status: 202 }));
    expect(await settle(client.submit(replay))).toEqual({ job_id: 'id' });
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  test('can leave the waiting to its caller', async () => {
    const { client } = clientOf(refusal(429, 'limit/rate', { 'retry-after': '30' }));
    const submitted = client.submit(replay, { waits: false });
    await expect(submitted).rejects.toMatchObject({ code: 'limit/rate', retryAfterSeconds: 30 });
  });

  test('ignores a Retry-After that no timer can wait for', async () => {
    const { client } = clientOf(refusal(429, 'limit/rate', { 'retry-after': '9999999' }));
    await expect(client.submit(replay, { waits: false })).rejects.toMatchObject({ retryAfterSeconds: null });
  });

  test.each(['', 0, { channel: 7 }])('sends the metadata %j in a form and with a score', async (metadata) => {
    const created = () => Response.json({ job_id: 'id' }, { status: 202 });
    const { client, requests } = clientOf(created(), created());
    await client.submit(replay, { metadata });
    await client.submitScore(7, { metadata });
    expect((await requests[0]?.formData())?.get('metadata')).toBe(JSON.stringify(metadata));
    expect(await requests[1]?.json()).toEqual({ score: 7, metadata: JSON.stringify(metadata) });
  });

  test('names every invalid field', async () => {
    const errors = [{ field: 'skin', message: 'Must be a skin name.' }];
    const body = { code: 'request/invalid', detail: 'Validation error', errors };
    const { client } = clientOf(Response.json(body, { status: 422 }));
    await expect(client.submit(replay)).rejects.toMatchObject({ code: 'request/invalid', fields: errors });
  });
});

test('a response of a proxy has a code of its own', async () => {
  const { client } = clientOf(new Response('<html>', { status: 500 }), new Response('<html>'));
  await expect(client.job('id')).rejects.toMatchObject({
    status: 500,
    code: 'client/unreadable-response',
    message: 'The response with status 500 is not from the service.',
  });
  await expect(client.job('id')).rejects.toMatchObject({ status: 200, code: 'client/unreadable-response' });
});

test('the files of a job are below the base URL, even if the links of the job have its path', async () => {
  const artifacts = { video_url: '/path/v1/artifacts/videos/id.mp4', preview_url: null };
  const { client, requests } = clientOf(new Response('a video'));
  const withLinks = job('completed', { artifacts });
  expect(await (await client.download(withLinks, 'video')).text()).toBe('a video');
  expect(requests[0]?.url).toBe('http://service.example/path/v1/artifacts/videos/id.mp4');
  await expect(client.download(withLinks, 'preview')).rejects.toMatchObject({ code: 'artifact/not-found' });
});
