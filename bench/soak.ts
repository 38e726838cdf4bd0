import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tinySet } from '../test/chaos/tiny-play.ts';
import { startServeProcess } from '../test/support/serve.ts';
import { startMixedLoad } from './soak/mixed-load.ts';
import { measureMemory } from './soak/process-memory.ts';

/** How long the load lasts; what counts is an hour. */
const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const sampleEveryMs = 5_000;

/**
 * Renders short videos for an hour while clients of every kind make requests. Prints one JSON object a minute, and at the end
 * the memory in the first and the last sixth of the time, and whether every accepted job was completed.
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
    const p99s: number[] = [];
    let unexpected = 0;
    for (let minute = 1; minute <= minutes; minute++) {
      for (let passed = 0; passed < 60_000; passed += sampleEveryMs) {
        await sleep(sampleEveryMs);
        samples.push(measureMemory(service.pid).serviceMb);
      }
      const report = load.takeReport();
      p99s.push(report.p99Ms);
      unexpected += Object.values(report.unexpected).reduce((sum, count) => sum + count, 0);
      print({
        minute,
        ...report,
        p99Ms: Math.round(report.p99Ms),
        accepted: load.accepted.length,
        ...rounded(measureMemory(service.pid)),
        ...(await readHeap(service.url)),
      });
    }
    await load.stop();
    const { completed, lost } = await waitForJobs(service.url, load.accepted);
    const sixth = Math.max(1, Math.floor(samples.length / 6));
    print({
      minutes,
      idleMb: before.serviceMb,
      firstSixthMb: mean(samples.slice(0, sixth)),
      lastSixthMb: mean(samples.slice(-sixth)),
      worstP99Ms: Math.round(Math.max(...p99s)),
      unexpected,
      accepted: load.accepted.length,
      completed,
      lost,
      wanted: 'the last sixth at most 20 MB above the first, lost 0, unexpected 0',
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

/** Waits until all jobs have ended; a job that does not is lost. */
async function waitForJobs(url: string, ids: readonly string[]): Promise<{ completed: number; lost: number }> {
  async function statusOf(id: string): Promise<string> {
    const job = (await (await fetch(`${url}/v1/jobs/${id}`)).json()) as { status: string };
    return job.status;
  }
  const until = Date.now() + 5 * 60_000;
  let completed = 0;
  let lost = 0;
  for (const id of ids) {
    let status = await statusOf(id);
    while (status !== 'completed' && status !== 'failed' && Date.now() < until) {
      await sleep(500);
      status = await statusOf(id);
    }
    if (status === 'completed') completed++;
    else lost++;
  }
  return { completed, lost };
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
