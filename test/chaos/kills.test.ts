import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type Clients, createClients } from './clients.ts';
import { type DatabaseReader, readerOf, recordEndings } from './database-reader.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { type Random, seededRandom } from './random.ts';
import { isLong, kills, settleTimeoutMs, testTimeoutMs } from './run-length.ts';
import { type RunningService, startService, type Target, targets } from './running-service.ts';

const minPauseMs = isLong ? 3_200 : 1_500;

let service: RunningService | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await service?.logs());
  await service?.remove();
});

test(
  `${kills === 1 ? 'once' : `${kills} times`} each, a render, a worker, the API and the database are killed: no job is lost or ends twice`,
  async () => {
    const random = seededRandom();
    service = await startService({ workers: 2 });
    const database = readerOf(service);
    await recordEndings(database);
    const clients = createClients(service);
    // Renders take longer on a busy machine; with a fixed pause they would never finish between kills.
    const pauseMs = Math.max(minPauseMs, await durationOfOneJob(clients, database));
    await clients.submit(isLong ? 4 : 2);
    const submitting = isLong ? clients.keepQueued(5) : null;
    for (const target of random.shuffle(targets.flatMap((target) => Array<typeof target>(kills).fill(target)))) {
      await sleep(random.between(0, 2 * pauseMs));
      await killNext(service, target, { random, clients });
    }
    await submitting?.stop();
    console.log(`${clients.accepted.length} jobs were accepted.`);
    expect(clients.accepted.length).toBeGreaterThan(0);
    await expectNothingLost(service, { accepted: clients.accepted, database });
  },
  isLong ? 90 * 60_000 : testTimeoutMs,
);

/** Kills a process of that kind, and waits for one when none runs. */
async function killNext(
  service: RunningService,
  target: Target,
  { random, clients }: { random: Random; clients: Clients },
) {
  for (let tries = 1; !(await service.kill(target, random)); tries++) {
    await sleep(20);
    if (target === 'child' && tries % 200 === 0) await clients.submit(1);
  }
}

async function durationOfOneJob(clients: Clients, database: DatabaseReader): Promise<number> {
  const startedAt = performance.now();
  await clients.submit(1);
  await vi.waitFor(
    async () => expect(await database.query(`select from jobs where status = 'completed'`)).toHaveLength(1),
    {
      timeout: settleTimeoutMs,
      interval: 100,
    },
  );
  return performance.now() - startedAt;
}
