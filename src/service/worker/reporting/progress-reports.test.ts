import { expect, test } from 'vitest';
import type { RenderProgress } from '../../../rendering/render/index.ts';
import type { Claim, Progress } from '../../jobs/index.ts';
import { createProgressReports } from './progress-reports.ts';

function reportsAt(
  start = 0,
  isClaimed: () => Promise<boolean> = async () => true,
  storeAnalytics: () => Promise<void> = async () => {},
) {
  const calls: string[] = [];
  const clock = { now: start };
  const reported: Progress[] = [];
  const lines: string[] = [];
  const reports = createProgressReports(
    {
      claim: { attempt: 1 } as Claim,
      attempts: {
        reportProgress: (_, progress) => {
          reported.push(progress);
          return isClaimed();
        },
        describeMap: () => {
          calls.push('title');
          return isClaimed();
        },
        isCurrent: isClaimed,
      },
      storeAnalytics: () => {
        calls.push('analytics');
        return storeAnalytics();
      },
      jobLog: { line: (text) => lines.push(text) },
    },
    () => clock.now,
  );
  return { clock, reports, reported, lines, calls };
}

function drawn(frame: number, { frames = 1000, fps = 50 } = {}): RenderProgress {
  return { stage: 'rendering', frame, frames, framesPerSecond: fps, secondsLeft: (frames - frame) / fps };
}

const preparing: RenderProgress = {
  ...drawn(0),
  stage: 'preparing',
  frames: 0,
  framesPerSecond: null,
  secondsLeft: null,
};

test('progress is reported once per second, however often the render reports it', async () => {
  const { clock, reports, reported } = reportsAt();
  for (let frame = 1; frame <= 600; frame++) {
    clock.now = frame * 10;
    reports.progress(drawn(frame));
    await reports.settled();
  }
  expect(reported.map(({ percent }) => percent)).toEqual([0.1, 10.1, 20.1, 30.1, 40.1, 50.1]);
  expect(reported[1]).toEqual({ stage: 'rendering', percent: 10.1, framesPerSecond: 50, secondsLeft: 18 });
});

test('every stage is reported at once, and speed and time only while frames are drawn', async () => {
  const { reports, reported } = reportsAt();
  for (const progress of [preparing, drawn(1), { ...drawn(1000), stage: 'finishing' as const }]) {
    reports.progress(progress);
    await reports.settled();
  }
  // A job that starts to render is in the stage preparing already.
  expect(reported).toEqual([
    { stage: 'rendering', percent: 0.1, framesPerSecond: 50, secondsLeft: 20 },
    { stage: 'finishing', percent: 99.9, framesPerSecond: null, secondsLeft: null },
  ]);
});

test('while the database is slow, one report waits, and it sends the latest progress', async () => {
  let answer = (_: boolean) => {};
  const { clock, reports, reported } = reportsAt(
    0,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  reports.progress(drawn(1));
  await Promise.resolve();
  for (let second = 1; second <= 9; second++) {
    clock.now = second * 1000;
    reports.progress(drawn(second * 50));
  }
  answer(true);
  await new Promise(setImmediate);
  expect(reported.map(({ percent }) => percent)).toEqual([0.1, 45]);
});

test('a lost claim ends the render; a failed report does not', async () => {
  const failing = reportsAt(0, () => Promise.reject(new Error('The database is unreachable.')));
  failing.reports.progress(drawn(1));
  await failing.reports.settled();
  expect(failing.reports.lost.aborted).toBe(false);

  const lost = reportsAt(0, async () => false);
  lost.reports.progress(drawn(1));
  await lost.reports.settled();
  expect(lost.reports.lost.aborted).toBe(true);
});

test('the log has a line for every ten percent', async () => {
  const { reports, lines } = reportsAt();
  for (let frame = 0; frame <= 1000; frame += 5) reports.progress(drawn(frame));
  expect(lines).toEqual([
    '10% · 50 frames/s · 18 s left',
    '20% · 50 frames/s · 16 s left',
    '30% · 50 frames/s · 14 s left',
    '40% · 50 frames/s · 12 s left',
    '50% · 50 frames/s · 10 s left',
    '60% · 50 frames/s · 8 s left',
    '70% · 50 frames/s · 6 s left',
    '80% · 50 frames/s · 4 s left',
    '90% · 50 frames/s · 2 s left',
  ]);
});

test('a slow render still writes a line twice a minute', () => {
  const { clock, reports, lines } = reportsAt();
  for (let second = 0; second <= 95; second++) {
    clock.now = second * 1000;
    reports.progress(drawn(second, { frames: 100_000, fps: 1 }));
  }
  expect(lines).toHaveLength(3);
});

test.each([
  [59, '59 s'],
  [60, '1 min 0 s'],
  [125, '2 min 5 s'],
  [3599, '59 min 59 s'],
  [3600, '1 h 0 min'],
  [7325, '2 h 2 min'],
])('%d seconds are written as %s', (seconds, text) => {
  const { reports, lines } = reportsAt();
  reports.progress({ ...drawn(100), secondsLeft: seconds });
  expect(lines).toEqual([`10% · 50 frames/s · ${text} left`]);
});

const map = { title: 'A - B [C]', titleUnicode: 'A - B [C]', beatmapId: 1, lengthSeconds: 1, stars: 5, pp: 100 };

test.each<{ name: string; isClaimed: boolean; isStored: boolean; expected: string[] }>([
  {
    name: 'stores the analytics before it tells the title',
    isClaimed: true,
    isStored: true,
    expected: ['analytics', 'title'],
  },
  {
    name: 'tells the title although they cannot be stored',
    isClaimed: true,
    isStored: false,
    expected: ['analytics', 'title'],
  },
  { name: 'stores nothing after another attempt has claimed the job', isClaimed: false, isStored: true, expected: [] },
])('a judged play $name', async ({ isClaimed, isStored, expected }) => {
  const storeAnalytics = () => (isStored ? Promise.resolve() : Promise.reject(new Error('The storage is away.')));
  const { reports, calls } = reportsAt(0, () => Promise.resolve(isClaimed), storeAnalytics);
  reports.opened(map);
  await reports.settled();
  expect(calls).toEqual(expected);
  expect(reports.lost.aborted).toBe(expected.length === 0);
});
