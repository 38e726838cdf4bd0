import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { LentWorkerProcess } from '../test/support/serve.ts';
import { median } from './median.ts';
import { openStand, type Stand } from './service/stand.ts';

/** Fewer make a quick look; what counts is 20. */
const jobs = Number(process.env.BENCH_JOBS ?? 20);
const renderSeconds = 10;

/**
 * How soon a job begins, what the queue and everything else around a render cost, and what a second worker brings to
 * many jobs and to one. One JSON object a line, then a table of what is wanted.
 */
export async function run(): Promise<void> {
  const [, , , only] = process.argv;
  const stand = await openStand();
  const rows: string[] = [];
  const row: Row = (what, value, unit, wanted) =>
    rows.push(`${what.padEnd(62)}${value.toFixed(2).padStart(9)} ${unit.padEnd(4)}${wanted}`);
  try {
    for (const [name, measure] of Object.entries(parts))
      if (only === undefined || only === name) await measure(stand, row);
  } finally {
    await stand.stop();
  }
  console.log(`\n${rows.join('\n')}`);
}

type Row = (what: string, value: number, unit: string, wanted: string) => void;

/** `npm run bench -- service lending` measures one part alone. */
const parts: Readonly<Record<string, (stand: Stand, row: Row) => Promise<void>>> = {
  async begin(stand, row) {
    const { beginMs } = print('begin', await measureBegin(stand));
    row('from POST to downloading, worst of 5', beginMs, 'ms', 'under 1000');
  },
  async overhead(stand, row) {
    const { overheadMs } = print('overhead', await measureOverhead(stand));
    row('around a render, median', overheadMs, 'ms', '');
    row(`  of a render of ${renderSeconds} s`, overheadMs / renderSeconds / 10, '%', 'under 1');
  },
  async workers(stand, row) {
    if (!canPin()) return;
    const { gain } = print('two workers', await measureSecondWorker(stand));
    row(`${jobs} jobs, two workers on a core each against one`, gain, '×', 'at least 1.7');
  },
  async sharing(stand, row) {
    if (!canPin()) return;
    const { gain } = print('one job shared out', await measureSharing(stand));
    row('one job of a minute, shared out to two such workers', gain, '×', '');
  },
  async lending(stand, row) {
    if (!canPin()) return;
    const { ratio } = print('a lent worker', await measureLending(stand));
    row('a job of a minute with a lent worker instead of the second', ratio, '×', 'at least 0.9');
  },
};

/** With a worker that has nothing to do. */
async function measureBegin(stand: Stand) {
  const worker = await stand.startWorker();
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const postedAt = Date.now();
    const id = await stand.submit();
    await stand.completed([id]);
    times.push((await stand.since(id, 'downloading'))! - postedAt);
  }
  await worker.end();
  return { beginMs: Math.max(...times), beginMsMedian: median(times) };
}

/**
 * All that is not the child's render: taking the job, fetching replay, map and skin, storing what was made, telling the
 * service, and taking the next. From one job's end to the next one's, less the render in between.
 */
async function measureOverhead(stand: Stand) {
  const ids = [];
  for (let i = 0; i < Math.min(6, jobs); i++) ids.push(await stand.submit());
  const worker = await stand.startWorker();
  await stand.completed(ids);
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

/** The same number of jobs, all waiting when the workers come. */
async function measureSecondWorker(stand: Stand) {
  const one = await timeOf(stand, [0]);
  const two = await timeOf(stand, [0, 1]);
  return { oneSeconds: one, twoSeconds: two, gain: one / two };
}

/** One job, taken by a worker that is alone and by one of two. */
async function measureSharing(stand: Stand) {
  const one = await timeOfOne(stand, [0]);
  const two = await timeOfOne(stand, [0, 1]);
  return { oneSeconds: one, twoSeconds: two, gain: one / two };
}

/** How often each of the two is timed; they take turns, because the machine may be slower at times. */
const lendingRounds = 3;

/**
 * The same job by two workers: one with access to the database that splits and joins it, and a second that has access, too, or is lent.
 * The ratio of the throughputs.
 */
async function measureLending(stand: Stand) {
  const ownSeconds: number[] = [];
  const lentSeconds: number[] = [];
  for (let round = 0; round < lendingRounds; round++) {
    ownSeconds.push(await timeOfOne(stand, [0, 1]));
    const [own, lent] = [await stand.startWorker(0), await stand.startLentWorker(1)];
    lentSeconds.push(await timeOfDemo(stand, [own, lent]));
  }
  const [withOwn, withLent] = [median(ownSeconds), median(lentSeconds)];
  return { ownSeconds: withOwn, lentSeconds: withLent, ratio: withOwn / withLent };
}

/** The job comes when the workers are there: only then is it known who is free. */
async function timeOfOne(stand: Stand, cores: readonly number[]): Promise<number> {
  return timeOfDemo(stand, await Promise.all(cores.map((core) => stand.startWorker(core))));
}

async function timeOfDemo(stand: Stand, workers: readonly LentWorkerProcess[]): Promise<number> {
  const id = await stand.submit('demo');
  const [end] = await stand.completed([id]);
  const begin = (await stand.since(id, 'downloading'))!;
  for (const worker of workers) await worker.end();
  const took = workers.filter((worker) => worker.log().includes('segment finished')).length;
  if (workers.length > 1 && took < workers.length) throw new Error('The job was not shared out.');
  return (end! - begin) / 1000;
}

async function timeOf(stand: Stand, cores: readonly number[]): Promise<number> {
  const ids = [];
  for (let i = 0; i < jobs; i++) ids.push(await stand.submit());
  const workers = await Promise.all(cores.map((core) => stand.startWorker(core)));
  const ends = await stand.completed(ids);
  const begins: number[] = [];
  for (const id of ids) begins.push((await stand.since(id, 'downloading'))!);
  for (const worker of workers) await worker.end();
  return (Math.max(...ends) - Math.min(...begins)) / 1000;
}

function canPin(): boolean {
  try {
    execFileSync('taskset', ['--version']);
    if (availableParallelism() >= 2) return true;
  } catch {
    // Said below.
  }
  console.log('Two workers are not compared: that takes two cores and the command taskset.');
  return false;
}

function print<T extends Record<string, number>>(measured: string, numbers: T): T {
  const rounded = Object.entries(numbers).map(([name, value]) => [name, Math.round(value * 100) / 100]);
  console.log(JSON.stringify({ bench: 'service', measured, ...Object.fromEntries(rounded) }));
  return numbers;
}
