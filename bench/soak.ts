import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tinySet } from '../test/chaos/tiny-play.ts';
import { startServeProcess } from '../test/support/processes/serve-process.ts';
import { startMixedLoad } from './soak/mixed-load.ts';
import { measureMemory } from './soak/process-memory.ts';

/** How long the load lasts; what counts is an hour. */
const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const sampleEveryMs = 5_000;
/** Memory is compared between the first and the last sixth: ten minutes of an hour. */
const comparedFraction = 1 / 6;

/**
 * Renders short videos for an hour while clients of every kind make requests. Prints one JSON object a minute, and at the end
 * the response times, the memory in the first and the last sixth of the time, and whether every accepted job was completed once.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-soak-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'tiny.osz'), tinySet);
  const env = { RENDER_WORKERS: '1', BEATMAP_MIRRORS: '', RENDER_PRESET: 'ultrafast', LOG_LEVEL: 'warn' };
  const service = await startServeProcess({ dataDir, env });
  try {
    const before = rounded(measureMemory(service.pid));
    const load = startMixedLoad(service.url);
    const samples: number[] = [];
    const allTimes: number[] = [];
    let unexpected = 0;
    for (let minute = 1; minute <= minutes; minute++) {
      for (let passed = 0; passed < 60_000; passed += sampleEveryMs) {
        await sleep(sampleEveryMs);
        samples.push(measureMemory(service.pid).serviceMb);
      }
      const report = load.takeReport();
      for (const time of report.timesMs) allTimes.push(time);
      unexpected += Object.values(report.unexpected).reduce((sum, count) => sum + count, 0);
      print({
        minute,
        ...responseTimes(report.timesMs),
        unexpected: report.unexpected,
        submitted: load.accepted.length,
        ...rounded(measureMemory(service.pid)),
        ...(await readHeap(service.url)),
      });
    }
    await load.stop();
    const outcome = await waitForJobs(service.url, load.accepted);
    const compared = Math.ceil(samples.length * comparedFraction);
    await sleep(60_000);
    print({
      minutes,
      ...responseTimes(allTimes),
      idleMb: before.serviceMb,
      firstMb: mean(samples.slice(0, compared)),
      lastMb: mean(samples.slice(-compared)),
      idleAfterwardsMb: rounded(measureMemory(service.pid)).serviceMb,
      unexpected,
      submitted: load.accepted.length,
      ...outcome,
      wanted: 'lastMb at most 20 above firstMb; unexpected, lost and doubled 0',
    });
  } finally {
    await service.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What V8 counts: the heap, and the buffers outside of it. */
async function readHeap(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const mb = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 1024 / 1024);
  return { heapUsedMb: mb('nodejs_heap_size_used_bytes'), externalMb: mb('nodejs_external_memory_bytes') };
}

/** Waits until all jobs have ended. A job that is not completed is lost; one that was rendered again is doubled. */
async function waitForJobs(url: string, ids: readonly string[]) {
  async function read<T>(path: string): Promise<T> {
    return (await (await fetch(url + path)).json()) as T;
  }
  const until = Date.now() + 5 * 60_000;
  const outcome = { completed: 0, lost: 0, doubled: 0 };
  for (const id of ids) {
    const readJob = () => read<{ status: string; attempt: number }>(`/v1/jobs/${id}`);
    let job = await readJob();
    while (job.status !== 'completed' && job.status !== 'failed' && Date.now() < until) {
      await sleep(500);
      job = await readJob();
    }
    if (job.status === 'completed') outcome.completed++;
    else outcome.lost++;
    if (job.attempt > 1) outcome.doubled++;
  }
  const { total } = await read<{ total: number }>('/v1/jobs');
  return { ...outcome, doubled: outcome.doubled + total - ids.length };
}

function responseTimes(timesMs: readonly number[]) {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  return { requests: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function rounded<T extends object>(numbers: T): T {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Math.round(value)])) as T;
}

function print(line: object): void {
  console.log(JSON.stringify({ bench: 'soak', ...line }));
}
