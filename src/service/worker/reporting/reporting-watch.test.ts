import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../log.ts';
import { type ReportingWatch, watchReporting } from './reporting-watch.ts';

let watch: ReportingWatch;
let problem: Error | null;
const waits: number[] = [];
let checkAgain = () => {};

function start(first: Error | null): void {
  problem = first;
  waits.length = 0;
  watch = watchReporting({
    log: createLog('silent'),
    async check() {
      if (problem !== null) throw problem;
    },
    wait(ms) {
      waits.push(ms);
      return new Promise<void>((resolve) => {
        checkAgain = resolve;
      });
    },
  });
}
afterEach(() => watch.stop());

async function change(to: Error | null): Promise<void> {
  const checks = waits.length;
  problem = to;
  checkAgain();
  await vi.waitFor(() => expect(waits.length).toBe(checks + 1));
}

const never = new AbortController().signal;
const refused = new Error('The WEBHOOK_SECRET differs.');

test('reports are not accepted before the first check', async () => {
  start(null);
  expect(watch.problem).not.toBeNull();
  await watch.untilAccepted(never);
  expect(watch.problem).toBeNull();
});

test('a service that refuses reports is checked more often, and its waiting slots learn of each change', async () => {
  start(refused);
  await vi.waitFor(() => expect(watch.problem).toBe(refused));
  let accepted = 0;
  const slots = [1, 2].map(() => watch.untilAccepted(never).then(() => accepted++));
  await change(refused);
  await change(new Error('The clocks differ.'));
  expect(watch.problem?.message).toBe('The clocks differ.');
  expect(accepted).toBe(0);
  await change(null);
  await Promise.all(slots);
  const refusal = watch.untilRefused(never);
  await change(refused);
  await refusal;
  expect(watch.problem).toBe(refused);
  expect(waits).toEqual([5_000, 5_000, 5_000, 30_000, 5_000]);
});

test('an abort ends the waiting', async () => {
  start(refused);
  await watch.untilAccepted(AbortSignal.abort());
  const stopping = new AbortController();
  const waiting = watch.untilAccepted(stopping.signal);
  stopping.abort();
  await waiting;
});
