import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../src/log.ts';
import { connect, joinEmbeddedPostgres } from '../../src/service/database/index.ts';
import { signatureOf, startQueue } from '../../src/service/jobs/index.ts';
import { freePort } from '../support/http/free-port.ts';
import { jsonOf, post, replayForm } from '../support/http/requests.ts';
import { type Clients, createClients } from './clients.ts';
import { type DatabaseReader, readerOf, recordEndings } from './database-reader.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { type FaultProxy, type Message, startFaultProxy } from './fault-proxy.ts';
import { settleTimeoutMs, testTimeoutMs } from './run-length.ts';
import { type RunningService, startService, webhookSecret } from './running-service.ts';
import { hugeFields, tinyReplay } from './tiny-play.ts';

// Two workers reach the API through a faulty network. After all tests no job may be lost.

const untilSettled = { timeout: settleTimeoutMs, interval: 100 };

let service: RunningService;
let proxy: FaultProxy;
let reader: DatabaseReader;
let clients: Clients;
/** How long the first job took; tells how busy the machine is. */
let firstJobSeconds = 0;
const poisoned: Record<string, string> = {};
beforeAll(async () => {
  const port = await freePort();
  proxy = await startFaultProxy(`http://127.0.0.1:${port}`);
  service = await startService({
    port,
    workers: 2,
    // The render of hugeFields needs more.
    env: { RENDER_WORKERS: '0', RENDER_MEMORY_MB: '256' },
    workerEnv: { RENDER_WORKERS: '1', SERVICE_URL: proxy.url },
  });
  reader = readerOf(service);
  await recordEndings(reader);
  clients = createClients(service);
}, testTimeoutMs);
afterEach(async ({ task }) => {
  proxy.decide('through');
  if (task.result?.state === 'fail') console.log(await service.logs());
});
afterAll(async () => {
  await service?.remove();
  await proxy?.stop();
});

async function newJob(): Promise<string> {
  await clients.submit(1);
  return clients.accepted.at(-1)!;
}

async function attemptsAt(id: string): Promise<number> {
  const [job] = await reader.query<{ attempts: number }>('select attempts from jobs where id = $1', [id]);
  return job!.attempts;
}

async function ended(id: string): Promise<string> {
  return vi.waitFor(async () => {
    const [job] = await reader.query<{ status: string }>('select status from jobs where id = $1', [id]);
    expect(['completed', 'failed']).toContain(job!.status);
    return job!.status;
  }, untilSettled);
}

const isReportOf = (id: string, { path }: Pick<Message, 'path'>) => path === `/v1/jobs/${id}/webhook`;

function answersTo(id: string): string {
  const answers = proxy.answers.filter((answer) => isReportOf(id, answer));
  return answers.map(({ status, body }) => `${status} ${JSON.parse(body).status ?? JSON.parse(body).code}`).join(', ');
}

test.each([
  ['a report that is lost is sent again', 'lost', /^200 ok$/],
  // The worker sends it again, unless it notices first that the job has ended.
  ['a report whose answer is lost changes nothing when it is sent again', 'answer-lost', /^200 ok(, 200 ignored)*$/],
  ['a report that arrives twice counts once', 'twice', /^200 ok, 400 callback\/repeated$/],
] as const)('%s', async (_, fault, answers) => {
  const submittedAt = performance.now();
  const id = await newJob();
  let first = true;
  proxy.decide((message) => {
    if (!isReportOf(id, message) || !first) return 'through';
    first = false;
    return fault;
  });
  expect(await ended(id)).toBe('completed');
  if (firstJobSeconds === 0) firstJobSeconds = (performance.now() - submittedAt) / 1000;
  await vi.waitFor(() => expect(answersTo(id)).toMatch(answers), untilSettled);
});

test('the job of a killed worker is retried within 30 seconds, and reports of the old attempt change nothing', async () => {
  let release: ((fault: 'lost') => void) | null = null;
  let sentReport: Buffer | null = null;
  const id = await newJob();
  proxy.decide((message) => {
    if (!isReportOf(id, message) || sentReport !== null) return 'through';
    sentReport = message.body;
    return new Promise((resolve) => {
      release = resolve;
    });
  });
  const worker = await service.busyWorker();
  await vi.waitFor(() => expect(release).not.toBeNull(), untilSettled);
  worker.kill();
  const killedAt = performance.now();
  release!('lost');
  await vi.waitFor(async () => expect(await attemptsAt(id)).toBe(2), untilSettled);
  const seconds = (performance.now() - killedAt) / 1000;
  console.log(`The job of a killed worker was retried after ${seconds.toFixed(1)} s.`);
  expect(seconds).toBeLessThan(30 + 10 * firstJobSeconds);
  // Two late reports of the old attempt: the success that the killed worker had sent, and a failure.
  expect(await report(id, sentReport!)).toEqual({ status: 'ignored' });
  const failure = {
    success: false,
    error: 'An old failure.',
    attempt: 1,
    nonce: randomUUID(),
    timestamp: unixNow(),
  };
  expect(await report(id, Buffer.from(JSON.stringify(failure)))).toEqual({ status: 'ignored' });
  expect(await ended(id)).toBe('completed');
});

test('a worker that hangs loses its job to another, and cannot end the job when it resumes', async () => {
  const id = await newJob();
  const worker = await service.busyWorker();
  // Pause the render as well, like a suspended machine. Resume it first, because the resumed worker ends it.
  const paused = [...service.renders().map(({ pid }) => pid), worker.pid()];
  for (const pid of paused) process.kill(pid, 'SIGSTOP');
  try {
    await vi.waitFor(async () => expect(await attemptsAt(id)).toBe(2), untilSettled);
  } finally {
    for (const pid of paused) process.kill(pid, 'SIGCONT');
  }
  expect(await ended(id)).toBe('completed');
  expect(await attemptsAt(id)).toBe(2);
});

test('a job with two queue entries ends once', async () => {
  const id = await newJob();
  const server = await joinEmbeddedPostgres(service);
  if (server === null) throw new Error('The database does not run.');
  const log = createLog('silent');
  const database = connect({ url: server.url, log, applicationName: 'test' });
  try {
    const queue = await startQueue({ database, log });
    await queue.entries.add(database.db, { job_id: id });
    await queue.stop();
  } finally {
    await database.close();
  }
  expect(await ended(id)).toBe('completed');
});

test('a job whose render always fails fails after three attempts, and other jobs continue', async () => {
  const form = replayForm({ file: tinyReplay('Poison'), fields: hugeFields });
  const { job_id: poison } = await jsonOf(await post(`${service.url}/v1/render`, form));
  poisoned[poison] = 'render/out-of-memory';
  expect(await ended(await newJob())).toBe('completed');
  expect(await ended(poison)).toBe('failed');
  expect(await attemptsAt(poison)).toBe(3);
});

test('after all tests, every job has ended once, and nothing else remains', async () => {
  await expectNothingLost(service, {
    accepted: [...clients.accepted, ...Object.keys(poisoned)],
    poisoned,
    database: reader,
  });
});

async function report(id: string, body: Buffer): Promise<unknown> {
  const response = await fetch(`${service.url}/v1/jobs/${id}/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body, webhookSecret) },
  });
  return response.json();
}

const unixNow = () => Math.floor(Date.now() / 1000);
