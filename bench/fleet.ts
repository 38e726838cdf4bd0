import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { defaultSettings } from '../src/contract/settings/index.ts';
import { createLog } from '../src/log.ts';
import { connect, type Database, migrate, startEmbeddedPostgres } from '../src/service/database/index.ts';
import { createJobs, type Jobs, type Queue, startJobFeed, startQueue, startRelay } from '../src/service/jobs/index.ts';
import { measureIdleLentWorkers } from './fleet/idle-lent-workers.ts';
import type { FleetShare, FleetTimes } from './fleet/worker-process.ts';
import { round } from './round.ts';

/** The sizes of the fleet; each is measured for as many seconds. */
const sizes = (process.env.FLEET_WORKERS ?? '1,10,100,1000').split(',').map(Number);
const seconds = Number(process.env.FLEET_SECONDS ?? 30);
/** How many idle lent workers are measured instead; 0: none. */
const lentWorkers = Number(process.env.FLEET_LENT ?? 0);
/** A job ends after half to one and a half times this. */
const renderSeconds = Number(process.env.FLEET_RENDER_SECONDS ?? 120);
/** Jobs that wait while the fleet works. */
const queueDepth = Number(process.env.FLEET_QUEUED ?? 100);
const workersPerProcess = 250;
const maxIdleJobs = 20;
/** All workers start at once, which takes the database a while. */
const settleMs = 10_000;
/** The whole measurement of one size ends by then, whatever happens. */
const maxMinutes = 15;
const maxWaitMs = 120_000;
const noLimits = { maxQueued: 1e9, maxRendering: 1e9, maxActivePerClient: 1e9 };

/**
 * Workers that claim, report and complete jobs, but render nothing, on one embedded PostgreSQL: what a fleet asks of the
 * database. One JSON object for each size of the fleet.
 */
export async function run(): Promise<void> {
  if (lentWorkers > 0) {
    print(await measureIdleLentWorkers(lentWorkers, seconds));
    return;
  }
  const deadline = setTimeout(
    () => {
      console.error('The benchmark takes too long and ends.');
      process.exit(1);
    },
    sizes.length * maxMinutes * 60_000,
  ).unref();
  for (const workers of sizes) await measureFleet(workers);
  clearTimeout(deadline);
}

interface Service {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly queue: Queue;
}

async function measureFleet(workers: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  const log = createLog('warn');
  const server = await startEmbeddedPostgres({ dataDir, log });
  const database = connect({ url: server.url, log, applicationName: 'fleet service' });
  try {
    await migrate(database, { folder: new URL(`file://${process.cwd()}/migrations/`) });
    const jobs = createJobs({ database, limits: noLimits });
    const queue = await startQueue({ database, log });
    const relay = await startRelay({ database, queue, log });
    const feed = await startJobFeed({ database, log });
    // A client with the list open, as there always is one.
    const unfollow = feed.follow({ jobId: null, after: null, onUpdate: () => {} });
    try {
      await measure(workers, { database, jobs, queue }, server.url);
    } finally {
      unfollow();
      await feed.stop();
      await relay.stop();
      await queue.stop();
    }
  } finally {
    await database.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(workers: number, service: Service, url: string): Promise<void> {
  await fillQueue(service, Math.min(workers, 1_000) + queueDepth);
  const fleet = await startFleet({ url, workers, renderSeconds });
  const filling = keepDoing(() => fillQueue(service, queueDepth), 200);
  const sweeps: number[] = [];
  const sweeping = keepDoing(async () => {
    const startedAt = performance.now();
    await service.queue.showLostJobsAsQueued();
    sweeps.push(performance.now() - startedAt);
  }, 2_000);
  try {
    await untilBusy(service, workers);
    await sleep(settleMs);
    await fleet.report();
    sweeps.length = 0;
    const before = await readCounters(service.database);
    await sleep(seconds * 1000);
    const after = await readCounters(service.database);
    const times = await fleet.report();
    const per = (name: keyof typeof before) => (after[name] - before[name]) / (after.at - before.at);
    await filling.stop();
    print({
      workers,
      connections: after.connections,
      jobsPerSecond: round(times.complete.length / seconds),
      claims: times.claim.length,
      claimP50Ms: round(quantile(times.claim, 0.5)),
      claimP99Ms: round(quantile(times.claim, 0.99)),
      progressP50Ms: round(quantile(times.progress, 0.5)),
      progressP99Ms: round(quantile(times.progress, 0.99)),
      completeP99Ms: round(quantile(times.complete, 0.99)),
      showLostJobsMs: round(quantile(sweeps, 0.5)),
      lostClaims: times.lost,
      commitsPerSecond: round(per('commits')),
      walKbPerSecond: round(per('walBytes') / 1024),
      postgresCores: round(per('postgresSeconds'), 2),
      wanted: 'claims p99 under 100 ms',
    });
    await measureIdle(workers, service);
  } finally {
    await filling.stop();
    await sweeping.stop();
    await fleet.stop();
  }
}

/** What a fleet without work costs, and how soon it starts a single job. */
async function measureIdle(workers: number, service: Service): Promise<void> {
  const { db } = service.database;
  // Workers give up at their next report.
  await sql`update jobs set status = 'failed' where status in ('queued', 'downloading', 'rendering')`.execute(db);
  await service.queue.entries.clear();
  await waitFor(async () => (await service.queue.countFreeSlots()) === workers);
  const before = await readCounters(service.database);
  await sleep(Math.min(10, seconds) * 1000);
  const after = await readCounters(service.database);
  const waits: number[] = [];
  // Half of the workers stay idle, whatever their number.
  const starts = Math.max(1, Math.min(maxIdleJobs, workers >> 1));
  for (let i = 0; i < starts; i++) {
    const id = await submit(service);
    const startedAt = performance.now();
    await waitFor(async () => {
      const job = await db.selectFrom('jobs').select('attempts').where('id', '=', id).executeTakeFirstOrThrow();
      return job.attempts > 0;
    }, 5);
    waits.push(performance.now() - startedAt);
  }
  const end = await readCounters(service.database);
  const cores = (from: typeof before, to: typeof before) =>
    round((to.postgresSeconds - from.postgresSeconds) / (to.at - from.at), 2);
  print({
    workers,
    idle: true,
    transactionsPerSecond: round((after.commits - before.commits) / (after.at - before.at)),
    postgresCores: cores(before, after),
    startP50Ms: round(quantile(waits, 0.5)),
    startP99Ms: round(quantile(waits, 0.99)),
    jobsPerSecond: round(starts / (end.at - after.at)),
    postgresCpuMsPerStart: round(((end.postgresSeconds - after.postgresSeconds) * 1000) / starts),
  });
}

interface Fleet {
  /** The times since the last report, of all processes. */
  report(): Promise<FleetTimes>;
  stop(): Promise<void>;
}

async function startFleet({ workers, ...share }: FleetShare): Promise<Fleet> {
  const children: ChildProcess[] = [];
  for (let left = workers; left > 0; left -= workersPerProcess) {
    const own: FleetShare = { ...share, workers: Math.min(left, workersPerProcess) };
    children.push(
      fork(fileURLToPath(new URL('./fleet/worker-process.js', import.meta.url)), [JSON.stringify(own)], {
        execArgv: [],
      }),
    );
  }
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    async report() {
      const reports = await Promise.all(
        children.map(async (child): Promise<FleetTimes> => {
          child.send('report');
          return (await once(child, 'message'))[0];
        }),
      );
      return {
        claim: reports.flatMap(({ claim }) => claim),
        progress: reports.flatMap(({ progress }) => progress),
        complete: reports.flatMap(({ complete }) => complete),
        lost: reports.reduce((sum, { lost }) => sum + lost, 0),
      };
    },
    async stop() {
      await Promise.all(
        children.map(async (child) => {
          const exited = once(child, 'exit');
          child.send('stop');
          const killing = setTimeout(() => child.kill('SIGKILL'), 20_000);
          await exited;
          clearTimeout(killing);
        }),
      );
    },
  };
}

/** Submits jobs until as many wait. */
async function fillQueue(service: Service, wanted: number): Promise<void> {
  let missing = wanted - (await countOf(service, ['queued']));
  const submitOne = async () => {
    while (missing-- > 0) await submit(service);
  };
  await Promise.all([submitOne(), submitOne(), submitOne(), submitOne()]);
}

async function submit({ jobs }: Service): Promise<string> {
  const { id } = await jobs.submit(
    {
      client: randomUUID(),
      options: defaultSettings,
      replay: {
        beatmapMd5: '0'.repeat(32),
        player: 'player',
        n300: 1,
        n100: 0,
        n50: 0,
        misses: 0,
        maxCombo: 1,
        sha256: null,
        md5: null,
        play: null,
      },
    },
    async () => {},
  );
  return id;
}

async function countOf({ jobs }: Service, statuses: readonly ('queued' | 'downloading' | 'rendering')[]) {
  const { jobsByStatus } = await jobs.statistics();
  return statuses.reduce((sum, status) => sum + jobsByStatus[status], 0);
}

async function untilBusy(service: Service, workers: number): Promise<void> {
  await waitFor(async () => (await countOf(service, ['downloading', 'rendering'])) >= workers * 0.95);
}

/** On a machine that is too slow for the fleet, it goes on after a while: the numbers then show it. */
async function waitFor(isReached: () => Promise<boolean>, everyMs = 200): Promise<void> {
  const until = performance.now() + maxWaitMs;
  while (!(await isReached()) && performance.now() < until) await sleep(everyMs);
}

function keepDoing(action: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await action();
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

async function readCounters({ db }: Database) {
  const { rows } = await sql<{ commits: number; walBytes: number; connections: number }>`
    select (select xact_commit from pg_stat_database where datname = current_database()) as commits,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes",
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections`.execute(db);
  return { ...rows[0]!, postgresSeconds: secondsOfPostgres(), at: performance.now() / 1000 };
}

const ticksPerSecond = 100;

/** The processor time of all PostgreSQL processes below this one; those that have ended count with their parent. */
function secondsOfPostgres(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = text
          .slice(text.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const own = fields[11]! + fields[12]!;
        return [
          {
            pid: Number(name),
            parent: fields[1]!,
            isServer: text.includes('(postgres)'),
            own,
            ended: fields[13]! + fields[14]!,
          },
        ];
      } catch {
        return [];
      }
    });
  const postmasters = processes.filter(({ parent, isServer }) => isServer && parent === process.pid);
  const ticks = postmasters.map(
    ({ pid, own, ended }) =>
      own + ended + processes.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + child.own, 0),
  );
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
}

function quantile(values: readonly number[], q: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * q)] ?? Number.NaN;
}

function print(line: object): void {
  console.log(JSON.stringify({ bench: 'fleet', ...line }));
}
