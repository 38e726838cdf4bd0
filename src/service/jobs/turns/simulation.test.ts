import { expect, test } from 'vitest';
import type { KeyPriority } from '../../database/index.ts';
import { maxOvertakings, placeJob, segmentTurns, type Turn } from './turn.ts';

// A queue and its workers in memory, with the same decisions about the order. ADR 23 quotes the numbers.

interface SimulatedJob {
  readonly client: string;
  readonly group: string;
  readonly arrivesAt: number;
  readonly priority?: KeyPriority;
  readonly cost?: number;
}

interface Waiting {
  readonly job: number;
  /** Null: the whole job. */
  readonly segment: number | null;
  readonly turn: number;
  readonly added: number;
}

interface Outcome {
  readonly waits: number[];
  /** How many jobs that arrived later have started earlier, and how many the rule allows. */
  readonly overtaken: { readonly times: number; readonly limit: number }[];
}

type Order = 'fair' | 'first in, first out';

/** The time that a job of cost 1 takes a slot. */
const secondsPerCost = 60;

function simulate(jobs: readonly SimulatedJob[], { slots, order }: { slots: number; order: Order }): Outcome {
  const arrivals = jobs.map((_, i) => i).sort((a, b) => jobs[a]!.arrivesAt - jobs[b]!.arrivesAt || a - b);
  const rank = new Map(arrivals.map((job, n) => [job, n]));
  const busyUntil: number[] = [];
  const waiting: Waiting[] = [];
  const turns = new Map<number, Turn>();
  const waits: number[] = [];
  const overtaken = jobs.map(() => ({ times: 0, limit: 0 }));
  let reachedTurn = 0;
  let overtakings = 0;
  let added = 0;

  const waitingJobs = () => waiting.filter(({ segment }) => segment === null);
  const highest = (entries: readonly Waiting[]) =>
    entries.length === 0 ? null : entries.reduce((max, { turn }) => Math.max(max, turn), 0);

  function arrive(job: number): void {
    const { client, priority = 'normal', cost = 1 } = jobs[job]!;
    const all = waitingJobs();
    const own = all.filter((entry) => jobs[entry.job]!.client === client);
    // As the query of `giveTurn` has it.
    const notOvertakable = all.filter((entry) => turns.get(entry.job)!.overtakableUntil <= overtakings);
    const placed = placeJob(
      {
        reachedTurn,
        overtakings,
        clientLastTurn: highest(own),
        clientWaitingJobs: own.length,
        minTurn: highest(notOvertakable),
        lastTurn: highest(all),
      },
      { priority, cost },
    );
    turns.set(job, placed);
    overtaken[job] = { times: 0, limit: placed.overtakableUntil - overtakings };
    if (placed.isOvertaking) overtakings++;
    waiting.push({ job, segment: null, turn: order === 'fair' ? placed.turn : 0, added: added++ });
  }

  function start({ job, segment, turn }: Waiting, now: number): number {
    const { arrivesAt, priority = 'normal', cost = 1 } = jobs[job]!;
    if (order === 'fair') reachedTurn = Math.max(reachedTurn, turn);
    if (segment !== null) return secondsPerCost;
    waits[job] = now - arrivesAt;
    for (const other of waitingJobs()) if (rank.get(other.job)! < rank.get(job)!) overtaken[other.job]!.times++;
    if (cost < 4) return cost * secondsPerCost;
    const given = segmentTurns({ reachedTurn, jobTurn: turn }, { priority, segments: cost });
    // Before turns, segments came before all jobs that had not started.
    for (const [n, t] of given.entries()) {
      waiting.push({ job, segment: n, turn: order === 'fair' ? t : -1, added: added++ });
    }
    return 1;
  }

  let next = 0;
  for (let now = 0; next < arrivals.length || waiting.length > 0 || busyUntil.length > 0; ) {
    for (; next < arrivals.length && jobs[arrivals[next]!]!.arrivesAt <= now; next++) arrive(arrivals[next]!);
    while (busyUntil.length < slots && waiting.length > 0) {
      const entry = waiting.reduce((a, b) => (b.turn < a.turn || (b.turn === a.turn && b.added < a.added) ? b : a));
      waiting.splice(waiting.indexOf(entry), 1);
      busyUntil.push(now + start(entry, now));
    }
    const times = [...busyUntil, ...(next < arrivals.length ? [jobs[arrivals[next]!]!.arrivesAt] : [])];
    if (times.length === 0) break;
    now = Math.min(...times);
    for (let i = busyUntil.length - 1; i >= 0; i--) if (busyUntil[i]! <= now) busyUntil.splice(i, 1);
  }
  return { waits, overtaken };
}

const many = (n: number, make: (i: number) => SimulatedJob) => Array.from({ length: n }, (_, i) => make(i));

const scenarios: Record<string, { slots: number; jobs: SimulatedJob[] }> = {
  'a client with 500 jobs, then 50 clients with one each': {
    slots: 4,
    jobs: [
      ...many(500, () => ({ client: 'bulk', group: 'the 500', arrivesAt: 0 })),
      ...many(50, (i) => ({ client: `c${i}`, group: 'the 50', arrivesAt: 60 + 10 * i })),
    ],
  },
  'a 4K marathon on one slot, then a short job every two minutes': {
    slots: 1,
    jobs: [
      { client: 'marathon', group: 'the marathon', arrivesAt: 0, cost: 13 },
      ...many(12, (i) => ({ client: `c${i}`, group: 'short jobs', arrivesAt: 30 + 120 * i })),
    ],
  },
  'keys of three priorities with 30 jobs each': {
    slots: 2,
    jobs: many(90, (i) => {
      const priority = (['low', 'normal', 'high'] as const)[i % 3]!;
      return { client: priority, group: priority, priority, arrivesAt: 0 };
    }),
  },
  'twice as many single jobs as there are slots for, beside a key of low priority': {
    slots: 2,
    jobs: [
      ...many(20, () => ({ client: 'slow', group: 'the low key', priority: 'low' as const, arrivesAt: 0 })),
      ...many(600, (i) => ({ client: `c${i}`, group: 'single jobs', arrivesAt: 15 * i })),
    ],
  },
  '20 clients with two jobs each, one after another': {
    slots: 2,
    jobs: many(40, (i) => ({ client: `c${Math.floor(i / 2)}`, group: 'all', arrivesAt: i })),
  },
};

function percentile(sorted: readonly number[], p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)] ?? 0;
}

function rowsOf(name: string): string[] {
  const { jobs, slots } = scenarios[name]!;
  return (['first in, first out', 'fair'] as const).flatMap((order) => {
    const { waits, overtaken } = simulate(jobs, { slots, order });
    return [...new Set(jobs.map(({ group }) => group))].map((group) => {
      const members = jobs.map((_, i) => i).filter((i) => jobs[i]!.group === group);
      const sorted = members.map((i) => waits[i]!).sort((a, b) => a - b);
      const most = Math.max(...members.map((i) => overtaken[i]!.times));
      return `${order} | ${group} | ${percentile(sorted, 0.5)} | ${percentile(sorted, 0.95)} | ${sorted.at(-1)} | ${most}`;
    });
  });
}

test.each(Object.keys(scenarios))('no job is overtaken more often than stated: %s', (name) => {
  const { overtaken } = simulate(scenarios[name]!.jobs, { ...scenarios[name]!, order: 'fair' });
  for (const { times, limit } of overtaken) expect(times).toBeLessThanOrEqual(limit);
});

test('a first job is overtaken at most 50 times, however many clients with high priority arrive', () => {
  const jobs = [
    { client: 'low', group: 'low', priority: 'low' as const, cost: 16, arrivesAt: 1 },
    ...many(500, (i) => ({ client: `c${i}`, group: 'high', priority: 'high' as const, arrivesAt: i === 0 ? 0 : 2 })),
  ];
  const { overtaken } = simulate(jobs, { slots: 1, order: 'fair' });
  expect(overtaken[0]).toEqual({ times: maxOvertakings, limit: maxOvertakings });
  expect(maxOvertakings).toBe(50);
});

test('with one client, and with one job for each of many, jobs start in the order of arrival', () => {
  for (const client of [() => 'one', (i: number) => `c${i}`]) {
    const jobs = many(60, (i) => ({ client: client(i), group: 'all', arrivesAt: 7 * i, cost: 1 + (i % 3) }));
    const ofOneCost = jobs.map((job) => ({ ...job, cost: 1 }));
    const compared = client(1) === 'one' ? jobs : ofOneCost;
    const { waits, overtaken } = simulate(compared, { slots: 3, order: 'fair' });
    expect(waits).toEqual(simulate(compared, { slots: 3, order: 'first in, first out' }).waits);
    expect(overtaken.every(({ times }) => times === 0)).toBe(true);
  }
});

test('the waits are those of ADR 23', async () => {
  const headings = ['order', 'jobs', 'median', 'p95', 'longest', 'overtaken'];
  const rows = Object.keys(scenarios).flatMap((name) => ['', `${name}:`, headings.join(' | '), ...rowsOf(name)]);
  await expect(`${rows.join('\n').trim()}\n`).toMatchFileSnapshot('queue-simulation.txt');
});
