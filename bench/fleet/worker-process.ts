import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/log.ts';
import { connect } from '../../src/service/database/index.ts';
import { createJobs, startQueue } from '../../src/service/jobs/index.ts';

// A worker process with many renders at a time, which share its connections and its registration. They do with jobs what real
// renders do, except for drawing and for files.

export interface FleetShare {
  readonly url: string;
  readonly workers: number;
  readonly renderSeconds: number;
}

/** How long each statement or pair of statements took, in milliseconds. */
export interface FleetTimes {
  /** To take an entry out of the queue and claim its job. */
  readonly claim: number[];
  readonly progress: number[];
  readonly complete: number[];
  lost: number;
}

/** Of as many workers, one takes its entries itself, which is the only way to measure how long that takes. */
const workersPerProbe = 20;
/** A probe sends no heartbeats, so its renders must end before the queue would miss them. */
const maxProbeSeconds = 5;
const pollMs = 1_000;

const { url, workers, renderSeconds }: FleetShare = JSON.parse(process.argv[2]!);
const log = createLog('warn');
const database = connect({ url, log, applicationName: 'fleet worker' });
const jobs = createJobs({ database, limits: { maxQueued: 0, maxRendering: 0, maxActivePerClient: 0 } });
const queue = await startQueue({ database, log, supervises: false });
let times = emptyTimes();
let reportedAt = 0;
let isStopped = false;

process.on('message', async (message) => {
  if (message === 'report') {
    process.send!(times);
    times = emptyTimes();
    reportedAt = performance.now();
  }
  if (message === 'stop') await stop();
});
process.once('disconnect', () => process.exit(0));

const running = new Set<string>();
const worker = { slots: workers, name: `fleet:${process.pid}`, version: 'bench' };
const registration = await queue.registerWorker(worker, () => [...running]);
const consumers: { stop(): Promise<void> }[] = [];
const probes: Promise<void>[] = [];
await Promise.all(Array.from({ length: workers }, (_, i) => startWorker(i)));
process.send!('ready');

async function startWorker(i: number): Promise<void> {
  if (i % workersPerProbe === 0) {
    probes.push(runProbe());
    return;
  }
  const consumer = await queue.work(async ({ id, payload }) => {
    await work(payload.job_id, { entry: id, seconds: renderSeconds });
  });
  consumers.push(consumer);
}

/** A worker that measures its claims. */
async function runProbe(): Promise<void> {
  await sleep(Math.random() * pollMs);
  while (!isStopped) {
    const startedAt = performance.now();
    // On a machine that is too slow, no connection becomes free in time.
    const entry = await queue.entries.take().catch(() => {
      times.lost++;
      return null;
    });
    if (entry === null) {
      await sleep(pollMs);
      continue;
    }
    const seconds = Math.min(renderSeconds, maxProbeSeconds);
    await work(entry.payload.job_id, { entry: entry.id, seconds, startedAt });
    await queue.entries.finish(entry);
  }
}

interface Work {
  readonly entry: string;
  readonly seconds: number;
  /** When the worker asked for an entry, if that is known. */
  readonly startedAt?: number;
}

async function work(jobId: string, { entry, seconds, startedAt }: Work): Promise<void> {
  const claim = await jobs.attempts.claim(jobId, entry);
  // A claim that began before the last report belongs to the start of the fleet.
  if (startedAt !== undefined && startedAt >= reportedAt) times.claim.push(performance.now() - startedAt);
  if (claim === null) {
    times.lost++;
    return;
  }
  running.add(jobId);
  try {
    await queue.countFreeSlots();
    let isCurrent = await jobs.attempts.startRendering(claim);
    const title = 'Artist - Title [Insane]';
    const map = { title, titleUnicode: title, beatmapId: 1, lengthSeconds: 60, stars: 5, pp: 100 };
    await jobs.attempts.describeMap(claim, map);
    // Renders differ, and the first ones that all workers start at once should not end at once.
    const endsAt = performance.now() + seconds * 1000 * (0.5 + Math.random());
    while (isCurrent && !isStopped && performance.now() < endsAt) {
      await sleep(Math.min(1_000, Math.max(1, endsAt - performance.now())));
      const percent = 50;
      isCurrent = await timed(times.progress, () =>
        jobs.attempts.reportProgress(claim, { stage: 'rendering', percent, framesPerSecond: 60, secondsLeft: 5 }),
      );
    }
    if (!isCurrent) times.lost++;
    if (!isCurrent || isStopped) return;
    await timed(times.complete, () =>
      jobs.complete(
        jobId,
        { success: true, videoKey: `videos/${jobId}.mp4`, thumbKey: null, logKey: null, pp: 100 },
        { attempt: claim.attempt },
      ),
    );
  } finally {
    running.delete(jobId);
  }
}

async function timed<T>(into: number[], run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  into.push(performance.now() - startedAt);
  return result;
}

function emptyTimes(): FleetTimes {
  return { claim: [], progress: [], complete: [], lost: 0 };
}

async function stop(): Promise<void> {
  isStopped = true;
  await registration.end();
  await Promise.all([...consumers.map((consumer) => consumer.stop()), ...probes]);
  await queue.stop();
  await database.close();
  process.exit(0);
}
