import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { LentWorkerProcess } from '../test/support/processes/serve-process.ts';
import { median } from './median.ts';
import { round } from './round.ts';
import { type BenchService, startBenchService } from './service/bench-service.ts';

/** Fewer give a first impression; the published numbers are of 20. */
const jobs = Number(process.env.BENCH_JOBS ?? 20);
const renderSeconds = 10;

/**
 * Measures how soon a job starts, how long everything around a render takes, and how much faster a second worker makes many
 * jobs, and one job that is split. Prints one JSON object per line, then a table with the targets.
 */
export async function run(): Promise<void> {
  const [, , , only] = process.argv;
  const service = await startBenchService();
  const rows: string[] = [];
  const row: Row = (what, value, unit, wanted) =>
    rows.push(`${what.padEnd(62)}${value.toFixed(2).padStart(9)} ${unit.padEnd(4)}${wanted}`);
  try {
    for (const [name, measure] of Object.entries(parts))
      if (only === undefined || only === name) await measure(service, row);
  } finally {
    await service.stop();
  }
  console.log(`\n${rows.join('\n')}`);
}

type Row = (what: string, value: number, unit: string, wanted: string) => void;

/** `npm run bench -- service lending` measures one part alone. */
const parts: Readonly<Record<string, (service: BenchService, row: Row) => Promise<void>>> = {
  async begin(service, row) {
    const { beginMs } = print('begin', await measureBegin(service));
    row('from POST to downloading, worst of 5', beginMs, 'ms', 'under 1000');
  },
  async overhead(service, row) {
    const { overheadMs } = print('overhead', await measureOverhead(service));
    row('around a render, median', overheadMs, 'ms', '');
    row(`  of a render of ${renderSeconds} s`, overheadMs / renderSeconds / 10, '%', 'under 1');
  },
  async workers(service, row) {
    if (!canPin()) return;
    const { gain } = print('two workers', await measureSecondWorker(service));
    row(`${jobs} jobs, two workers on a core each against one`, gain, '×', 'at least 1.7');
  },
  async split(service, row) {
    if (!canPin()) return;
    const { gain } = print('one split job', await measureSplit(service));
    row('one job of a minute, split between two such workers', gain, '×', '');
  },
  async lending(service, row) {
    if (!canPin()) return;
    const { ratio } = print('a lent worker', await measureLending(service));
    row('a job of a minute with a lent worker instead of the second', ratio, '×', 'at least 0.9');
  },
};

/** How soon a worker that has nothing to do starts a job. */
async function measureBegin(service: BenchService) {
  const worker = await service.startWorker();
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const postedAt = Date.now();
    const id = await service.submit();
    await service.completed([id]);
    times.push((await service.since(id, 'downloading'))! - postedAt);
  }
  await worker.end();
  return { beginMs: Math.max(...times), beginMsMedian: median(times) };
}

/**
 * Measures everything but the render itself: taking the job, downloading replay, map and skin, storing the artifacts,
 * reporting the end and taking the next job. That is the time between the ends of two jobs without the render in between.
 */
async function measureOverhead(service: BenchService) {
  const ids = [];
  for (let i = 0; i < Math.min(6, jobs); i++) ids.push(await service.submit());
  const worker = await service.startWorker();
  await service.completed(ids);
  await worker.end();
  const lines: { msg: string; time: string; seconds?: number }[] = worker
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const ends = lines.filter(({ msg }) => msg === 'job ended').map(({ time }) => Date.parse(time));
  const renders = lines.filter(({ msg }) => msg === 'render finished').map(({ seconds }) => seconds! * 1000);
  const overheads = ends.slice(1).map((end, i) => end - ends[i]! - renders[i + 1]!);
  return { overheadMs: median(overheads), overheadMsWorst: Math.max(...overheads), renderMs: median(renders) };
}

/** One worker and two render the same number of jobs, which all wait when the workers start. */
async function measureSecondWorker(service: BenchService) {
  const one = await timeOf(service, [0]);
  const two = await timeOf(service, [0, 1]);
  return { oneSeconds: one, twoSeconds: two, gain: one / two };
}

/** One worker renders a job alone, and two render its segments. */
async function measureSplit(service: BenchService) {
  const one = await timeOfOne(service, [0]);
  const two = await timeOfOne(service, [0, 1]);
  return { oneSeconds: one, twoSeconds: two, gain: one / two };
}

/** How often both cases are timed, in turns, because the machine may be slower at times. */
const lendingRounds = 3;

/**
 * The same job by two workers: one with access to the database that splits and joins it, and a second that has access, too, or is lent.
 * The ratio of the throughputs.
 */
async function measureLending(service: BenchService) {
  const ownSeconds: number[] = [];
  const lentSeconds: number[] = [];
  for (let round = 0; round < lendingRounds; round++) {
    ownSeconds.push(await timeOfOne(service, [0, 1]));
    const [own, lent] = [await service.startWorker(0), await service.startLentWorker(1)];
    lentSeconds.push(await timeOfDemo(service, [own, lent]));
  }
  const [withOwn, withLent] = [median(ownSeconds), median(lentSeconds)];
  return { ownSeconds: withOwn, lentSeconds: withLent, ratio: withOwn / withLent };
}

/** Submits the job after the workers have started: it is split only among workers that are free. */
async function timeOfOne(service: BenchService, cores: readonly number[]): Promise<number> {
  return timeOfDemo(service, await Promise.all(cores.map((core) => service.startWorker(core))));
}

async function timeOfDemo(service: BenchService, workers: readonly LentWorkerProcess[]): Promise<number> {
  const id = await service.submit('demo');
  const [end] = await service.completed([id]);
  const begin = (await service.since(id, 'downloading'))!;
  for (const worker of workers) await worker.end();
  const rendering = workers.filter((worker) => worker.log().includes('segment finished'));
  if (rendering.length < workers.length && workers.length > 1) throw new Error('The job was not split.');
  return (end! - begin) / 1000;
}

async function timeOf(service: BenchService, cores: readonly number[]): Promise<number> {
  const ids = [];
  for (let i = 0; i < jobs; i++) ids.push(await service.submit());
  const workers = await Promise.all(cores.map((core) => service.startWorker(core)));
  const ends = await service.completed(ids);
  const begins: number[] = [];
  for (const id of ids) begins.push((await service.since(id, 'downloading'))!);
  for (const worker of workers) await worker.end();
  return (Math.max(...ends) - Math.min(...begins)) / 1000;
}

function canPin(): boolean {
  try {
    execFileSync('taskset', ['--version']);
    if (availableParallelism() >= 2) return true;
  } catch {
    // The message below covers both cases.
  }
  console.log('Two workers are not compared, because that needs two cores and the command taskset.');
  return false;
}

function print<T extends Record<string, number>>(measured: string, numbers: T): T {
  const rounded = Object.entries(numbers).map(([name, value]) => [name, round(value, 2)]);
  console.log(JSON.stringify({ bench: 'service', measured, ...Object.fromEntries(rounded) }));
  return numbers;
}
