import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signatureOf } from '../../src/service/jobs/index.ts';
import { freePort } from '../support/free-port.ts';
import { jsonOf, post, replayForm } from '../support/http.ts';
import { expectNothingLost } from './aftermath.ts';
import { type Book, bookOf, recordEndings } from './book.ts';
import { type Crowd, gatherCrowd } from './crowd.ts';
import { type FaultProxy, type Message, startFaultProxy } from './fault-proxy.ts';
import { type House, openHouse, webhookSecret } from './house.ts';
import { settledMs, storyMs } from './length.ts';
import { tinyFields, tinyReplay } from './tiny-play.ts';

// Two workers that reach the API through a bad network, one story after another; in the end nothing may be lost.

const patiently = { timeout: settledMs, interval: 100 };

let house: House;
let proxy: FaultProxy;
let book: Book;
let crowd: Crowd;
const poisoned: Record<string, string> = {};
beforeAll(async () => {
  const port = await freePort();
  proxy = await startFaultProxy(`http://127.0.0.1:${port}`);
  house = await openHouse({
    port,
    workers: 2,
    // A render of 4K needs more.
    env: { RENDER_WORKERS: '0', RENDER_MEMORY_MB: '330' },
    workerEnv: { RENDER_WORKERS: '1', SERVICE_URL: proxy.url },
  });
  book = bookOf(house);
  await recordEndings(book);
  crowd = gatherCrowd(house);
}, storyMs);
afterEach(async ({ task }) => {
  proxy.decide('through');
  if (task.result?.state === 'fail') console.log(await house.logs());
});
afterAll(async () => {
  await house?.remove();
  await proxy?.stop();
});

async function newJob(): Promise<string> {
  await crowd.submit(1);
  return crowd.accepted.at(-1)!;
}

async function attemptsAt(id: string): Promise<number> {
  const [job] = await book.rows<{ attempts: number }>('select attempts from jobs where id = $1', [id]);
  return job!.attempts;
}

async function ended(id: string): Promise<string> {
  return vi.waitFor(async () => {
    const [job] = await book.rows<{ status: string }>('select status from jobs where id = $1', [id]);
    expect(['completed', 'failed']).toContain(job!.status);
    return job!.status;
  }, patiently);
}

const isCallbackOf = (id: string, { path }: Pick<Message, 'path'>) => path === `/v1/jobs/${id}/webhook`;

function answersTo(id: string): string {
  const answers = proxy.answers.filter((answer) => isCallbackOf(id, answer));
  return answers.map(({ status, body }) => `${status} ${JSON.parse(body).status ?? JSON.parse(body).code}`).join(', ');
}

test.each([
  ['a callback that is lost is sent again', 'lost', /^200 ok$/],
  // The worker sends it again, unless it has seen first that the job has ended.
  ['a callback whose answer is lost changes nothing when it is sent again', 'answer-lost', /^200 ok(, 200 ignored)*$/],
  ['a callback that arrives twice counts once', 'twice', /^200 ok, 400 callback\/repeated$/],
] as const)('%s', async (_, fate, answers) => {
  const id = await newJob();
  let first = true;
  proxy.decide((message) => {
    if (!isCallbackOf(id, message) || !first) return 'through';
    first = false;
    return fate;
  });
  expect(await ended(id)).toBe('completed');
  await vi.waitFor(() => expect(answersTo(id)).toMatch(answers), patiently);
});

test('the job of a killed worker runs again within 30 seconds, and callbacks of the old attempt change nothing', async () => {
  let held: ((fate: 'lost') => void) | null = null;
  let callback: Buffer | null = null;
  const id = await newJob();
  proxy.decide((message) => {
    if (!isCallbackOf(id, message) || callback !== null) return 'through';
    callback = message.body;
    return new Promise((resolve) => {
      held = resolve;
    });
  });
  const worker = await house.busyWorker();
  await vi.waitFor(() => expect(held).not.toBeNull(), patiently);
  worker.kill();
  const killedAt = performance.now();
  held!('lost');
  await vi.waitFor(async () => expect(await attemptsAt(id)).toBe(2), patiently);
  const seconds = (performance.now() - killedAt) / 1000;
  console.log(`A killed worker's job ran again after ${seconds.toFixed(1)} s.`);
  expect(seconds).toBeLessThan(30);
  // They come late and in the wrong order: first what the dead worker had sent, then that it failed before.
  expect(await report(id, callback!)).toEqual({ status: 'ignored' });
  const failure = {
    success: false,
    error: 'It is from before.',
    attempt: 1,
    nonce: randomUUID(),
    timestamp: unixNow(),
  };
  expect(await report(id, Buffer.from(JSON.stringify(failure)))).toEqual({ status: 'ignored' });
  expect(await ended(id)).toBe('completed');
});

test('a worker that hangs loses its job to another, and cannot end it when it wakes', async () => {
  const id = await newJob();
  const worker = await house.busyWorker();
  // With its render, as a machine that is suspended. On waking, the worker ends the render: that one must wake first.
  const asleep = [...house.renders().map(({ pid }) => pid), worker.pid()];
  for (const pid of asleep) process.kill(pid, 'SIGSTOP');
  try {
    await vi.waitFor(async () => expect(await attemptsAt(id)).toBe(2), patiently);
  } finally {
    for (const pid of asleep) process.kill(pid, 'SIGCONT');
  }
  expect(await ended(id)).toBe('completed');
  expect(await attemptsAt(id)).toBe(2);
});

test('a job that is in the queue twice is made once', async () => {
  const id = await newJob();
  await book.rows(`
    insert into pgboss.job (name, data, retry_limit, retry_delay, expire_seconds, heartbeat_seconds)
    select name, data, retry_limit, retry_delay, expire_seconds, heartbeat_seconds from pgboss.job
    where data->>'job_id' = '${id}'`);
  expect(await ended(id)).toBe('completed');
});

test('a job whose render fails every time is given up, and the others go on', async () => {
  const form = replayForm({ file: tinyReplay('Poison'), fields: { ...tinyFields, resolution: '4k' } });
  const { job_id: poison } = await jsonOf(await post(`${house.url}/v1/render`, form));
  poisoned[poison] = 'render/out-of-memory';
  expect(await ended(await newJob())).toBe('completed');
  expect(await ended(poison)).toBe('failed');
  expect(await attemptsAt(poison)).toBe(3);
});

test('after all that, every job has ended once, and nothing is left of it', async () => {
  await expectNothingLost(house, { accepted: [...crowd.accepted, ...Object.keys(poisoned)], poisoned, book });
});

async function report(id: string, body: Buffer): Promise<unknown> {
  const response = await fetch(`${house.url}/v1/jobs/${id}/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body, webhookSecret) },
  });
  return response.json();
}

const unixNow = () => Math.floor(Date.now() / 1000);
