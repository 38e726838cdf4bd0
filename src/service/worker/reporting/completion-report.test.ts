import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completion as schema } from '../../../contract/index.ts';
import { createLog } from '../../../log.ts';
import { type Complete, createCompletionReporter } from './completion-report.ts';

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly signature: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let sent: Sent[];
let waits: number[];
/** One per request; the last one repeats. */
let answers: Answer[];
let clock: number;
const server = createServer(async (request, response) => {
  const body = await text(request);
  sent.push({ path: request.url!, body, signature: String(request.headers['x-signature']) });
  (answers.length > 1 ? answers.shift()! : answers[0]!)(request, response);
});

beforeEach(async () => {
  sent = [];
  waits = [];
  clock = Date.parse('2026-01-02T03:04:05.678Z');
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const respond =
  (status: number, body: object | string): Answer =>
  (_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
const ok = respond(200, { status: 'ok' });
const silence: Answer = (request) => request.socket.destroy();

const jobId = '00000000-0000-4000-8000-000000000000';
const success = { success: true, videoKey: 'v', thumbKey: 't', logKey: 'l', pp: 7.5 } as const;

function reporter() {
  const { port } = server.address() as AddressInfo;
  return createCompletionReporter({
    serviceUrl: `http://127.0.0.1:${port}/base`,
    secret: 'sécret',
    log: createLog('silent'),
    now: () => clock,
    wait: async (ms) => {
      waits.push(ms);
      clock += ms;
    },
  });
}

const never = new AbortController().signal;
const send = (
  completion: Parameters<Complete>[1] = success,
  options: { signal?: AbortSignal; onRetry?: () => void } = {},
) => reporter().complete(jobId, completion, { attempt: 3, signal: never, ...options });

test('a success is reported with the specified fields, and the signature covers the sent bytes', async () => {
  answers = [ok];
  expect(await send()).toBe('ok');
  const [{ path, body, signature }] = sent as [Sent];
  expect(path).toBe(`/base/v1/jobs/${jobId}/webhook`);
  expect(signature).toBe(createHmac('sha256', 'sécret').update(body).digest('hex'));
  const report = schema.parse(JSON.parse(body));
  expect(report).toMatchObject({ success: true, video_key: 'v', thumb_key: 't', log_key: 'l', pp: 7.5, attempt: 3 });
  expect(report.timestamp).toBe(Math.floor(clock / 1000));
});

test('a failure is reported with its code, and a long message is truncated', async () => {
  answers = [ok];
  await send({ success: false, error: 'x'.repeat(1_000_000), code: 'video/encoder-died', logKey: 'l' });
  const report = schema.parse(JSON.parse(sent[0]!.body));
  expect(report).toMatchObject({ success: false, error_code: 'video/encoder-died', log_key: 'l', attempt: 3 });
  expect(sent[0]!.body.length).toBeLessThan(64 * 1024);
});

test.each([
  ['ok', ok, 'ok'],
  ['ignored', respond(200, { status: 'ignored' }), 'ignored'],
  ['about an unknown job', respond(404, { detail: 'Job not found.', code: 'job/not-found' }), 'unknown'],
])('the answer %s ends the report', async (_, answer, result) => {
  answers = [answer];
  expect(await send()).toBe(result);
  expect(waits).toEqual([]);
});

test.each([
  ['is down', silence],
  ['is starting', respond(503, { detail: 'later', code: 'database/unavailable' })],
  ['has no secret yet', respond(500, { detail: 'no', code: 'callback/not-configured' })],
  ['has another secret', respond(401, { detail: 'no', code: 'callback/unsigned' })],
  ['is behind a proxy that answers for it', respond(200, '<html>')],
  ['is not at that address', respond(404, '<html>')],
  ['has moved', respond(302, '')],
])('a service that %s gets the report again, with a new nonce and time, after growing delays', async (_, answer) => {
  answers = [answer, answer, answer, ok];
  expect(await send()).toBe('ok');
  expect(waits).toEqual([500, 1000, 2000]);
  const reports = sent.map(({ body }) => schema.parse(JSON.parse(body)));
  expect(new Set(reports.map(({ nonce }) => nonce)).size).toBe(4);
  expect(reports.map(({ timestamp }) => timestamp - reports[0]!.timestamp)).toEqual([0, 1, 2, 4]);
  for (const { body, signature } of sent) {
    expect(signature).toBe(createHmac('sha256', 'sécret').update(body).digest('hex'));
  }
});

test('a report that cannot be delivered for ten minutes is dropped with its reason', async () => {
  answers = [respond(401, { detail: 'no', code: 'callback/unsigned' })];
  await expect(send()).rejects.toMatchObject({
    code: 'callback/undelivered',
    message: expect.stringContaining('WEBHOOK_SECRET'),
  });
  expect(Math.max(...waits)).toBe(30_000);
  expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(9 * 60_000);
});

test('a stopping worker does not retry the report', async () => {
  const stop = new AbortController();
  answers = [
    (request) => {
      stop.abort(new Error('The worker is stopping.'));
      request.socket.destroy();
    },
  ];
  await expect(send(success, { signal: stop.signal })).rejects.toThrow('The worker is stopping.');
  expect(sent).toHaveLength(1);
});

test('the first failed try is announced, further ones are not', async () => {
  let retries = 0;
  answers = [silence, silence, ok];
  await send(success, { onRetry: () => retries++ });
  expect(retries).toBe(1);
});

describe('the check', () => {
  const notFound = { detail: 'Job not found.', code: 'job/not-found' };

  test('is a signed report on a job that does not exist', async () => {
    answers = [respond(404, notFound)];
    await reporter().check(never);
    const [{ path, body, signature }] = sent as [Sent];
    expect(path).toBe('/base/v1/jobs/00000000-0000-0000-0000-000000000000/webhook');
    expect(signature).toBe(createHmac('sha256', 'sécret').update(body).digest('hex'));
    expect(schema.parse(JSON.parse(body))).toMatchObject({ success: false });
  });

  test.each([
    ['another secret', respond(401, { detail: 'no', code: 'callback/unsigned' }), /WEBHOOK_SECRET .* differs/],
    ['another time', respond(400, { detail: 'no', code: 'callback/out-of-time' }), /clocks/],
    ['no secret', respond(500, { detail: 'no', code: 'callback/not-configured' }), /has no WEBHOOK_SECRET/],
    ['no database', respond(503, { detail: 'no', code: 'database/unavailable' }), /503 \(database\/unavailable\)/],
    ['another address', respond(404, '<html>'), /SERVICE_URL responded with 404/],
    ['moved', respond(301, ''), /SERVICE_URL responded with 301/],
    ['been replaced by a server that accepts everything', ok, /SERVICE_URL is not the address/],
    ['no connection', silence, /SERVICE_URL did not respond/],
  ])('fails at once if the service has %s', async (_, answer, message) => {
    answers = [answer];
    await expect(reporter().check(never)).rejects.toThrow(message);
    expect(sent).toHaveLength(1);
  });
});
