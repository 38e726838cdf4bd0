import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createLog } from '../../src/log.ts';
import { connect, joinEmbeddedPostgres } from '../../src/service/database/index.ts';
import { createJobs, startQueue } from '../../src/service/jobs/index.ts';
import { createLentWorkers } from '../../src/service/lending/index.ts';
import { createLentSource } from '../../src/service/worker/lent/lent-source.ts';
import { createServiceClient, type ServiceClient } from '../../src/service/worker/lent/service-client.ts';
import { tinyFields, tinyReplay, tinySet } from '../../test/chaos/tiny-play.ts';
import { startServeProcess } from '../../test/support/processes/serve-process.ts';
import { round } from '../round.ts';

const starts = 20;
const settleMs = 20_000;
const ticksPerSecond = 100;

/** What idle lent workers cost a service with one process, and how soon one of them has a segment that becomes available. */
export async function measureIdleLentWorkers(workers: number, seconds: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'tiny.osz'), tinySet);
  const service = await startServeProcess({ dataDir, env: { BEATMAP_MIRRORS: '', LOG_LEVEL: 'warn' } });
  const log = createLog('warn');
  const { url } = (await joinEmbeddedPostgres({ dataDir }))!;
  const database = connect({ url, log, applicationName: 'fleet' });
  const jobs = createJobs({ database, limits: { maxQueued: 1e9, maxRendering: 1e9, maxActivePerClient: 1e9 } });
  const queue = await startQueue({ database, log, supervises: false });
  const lentWorkers = createLentWorkers(database.db);
  const stopping = new AbortController();
  let requests = 0;
  let onSegment = () => {};

  async function startIdleWorker(i: number) {
    const { token } = await lentWorkers.add(`bench ${i}`, { isTrusted: true });
    const client = createServiceClient({ serviceUrl: service.url, token });
    const counted: ServiceClient = {
      ...client,
      post(...request) {
        requests++;
        return client.post(...request);
      },
    };
    const source = createLentSource({ client: counted, claimed: new Map(), cores: 2, stopping: stopping.signal, log });
    const registration = await source.registerWorker({ slots: 0, name: 'bench', version: 'bench' }, () => []);
    registration.setSlots(1);
    const consumer = await source.work(async () => onSegment());
    return async () => {
      await consumer.stop();
      await source.leave();
    };
  }

  /** A segment that can be lent: the result is how long it takes until a worker has it. */
  async function timeSegment(i: number): Promise<number> {
    const form = new FormData();
    form.set('replay', new File([tinyReplay(`player ${i}`)], 'play.osr'));
    for (const [name, value] of Object.entries(tinyFields)) form.set(name, value);
    const headers = { 'edge-connecting-ip': `10.0.0.${i}` };
    const answer = await fetch(`${service.url}/v1/render`, { method: 'POST', body: form, headers });
    if (answer.status !== 202) throw new Error(`A job was refused: ${await answer.text()}`);
    const entry = await untilFound(() => queue.entries.take());
    const claim = (await jobs.attempts.claim(entry.payload.job_id, entry.id))!;
    await jobs.attempts.startRendering(claim);
    // Not at the same time as a look of the service.
    await sleep(1_000 * Math.random());
    const taken = new Promise<void>((resolve) => {
      onSegment = resolve;
    });
    await queue.splitJob(claim, {
      fingerprint: Buffer.alloc(32),
      segments: [{ number: 0, first: 0, frames: 30 }],
    });
    const startedAt = performance.now();
    await taken;
    const ms = performance.now() - startedAt;
    await jobs.cancel((await jobs.get(entry.payload.job_id))!, 'operator');
    await queue.entries.clear();
    return ms;
  }

  async function readCounters() {
    const { rows } = await sql<{ transactions: number; pids: number[] }>`
      select (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
        array(select pid from pg_stat_activity where datname = current_database()) as pids`.execute(database.db);
    const { transactions, pids } = rows[0]!;
    const postgres = await Promise.all(pids.map(secondsOf));
    return {
      at: performance.now() / 1000,
      transactions,
      requests,
      serviceSeconds: await secondsOf(service.pid),
      postgresSeconds: postgres.reduce((sum, each) => sum + each, 0),
    };
  }

  const stops: (() => Promise<void>)[] = [];
  try {
    for (let i = 0; i < workers; i++) stops.push(await startIdleWorker(i));
    await sleep(settleMs);
    const before = await readCounters();
    await sleep(seconds * 1000);
    const after = await readCounters();
    const per = (name: keyof typeof before) => round((after[name] - before[name]) / (after.at - before.at), 2);
    const times: number[] = [];
    for (let i = 0; i < starts; i++) times.push(await timeSegment(i));
    times.sort((a, b) => a - b);
    return {
      lentWorkers: workers,
      idle: true,
      requestsPerSecond: per('requests'),
      transactionsPerSecond: per('transactions'),
      serviceCores: per('serviceSeconds'),
      postgresCores: per('postgresSeconds'),
      segmentP50Ms: round(times[times.length >> 1]!),
      segmentMaxMs: round(times.at(-1)!),
    };
  } finally {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop()));
    await queue.stop();
    await database.close();
    await service.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The processor time of a process; 0 if it has ended. */
async function secondsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return 0;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function untilFound<T>(find: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    await sleep(50);
  }
}
