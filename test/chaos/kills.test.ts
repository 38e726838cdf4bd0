import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { expectNothingLost } from './aftermath.ts';
import { type Book, bookOf, recordEndings } from './book.ts';
import { type Crowd, gatherCrowd } from './crowd.ts';
import { type House, openHouse, type Target, targets } from './house.ts';
import { isLong, kills, settledMs, storyMs } from './length.ts';
import { type Random, seededRandom } from './random.ts';

const shortestPauseMs = isLong ? 3_200 : 1_500;

let house: House | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await house?.logs());
  await house?.remove();
});

test(
  `${kills === 1 ? 'once' : `${kills} times`} each, a render, a worker, the API and the database are killed: nothing is lost, nothing is doubled`,
  async () => {
    const random = seededRandom();
    house = await openHouse({ workers: 2 });
    const book = bookOf(house);
    await recordEndings(book);
    const crowd = gatherCrowd(house);
    // On a busy machine a render takes longer; killed at the same pace, it would never come to its end.
    const pauseMs = Math.max(shortestPauseMs, await timeOfOne(crowd, book));
    await crowd.submit(isLong ? 4 : 2);
    const submitting = isLong ? crowd.keepQueued(5) : null;
    for (const target of random.shuffle(targets.flatMap((target) => Array<typeof target>(kills).fill(target)))) {
      await sleep(random.between(0, 2 * pauseMs));
      await killNext(house, target, { random, crowd });
    }
    await submitting?.stop();
    console.log(`${crowd.accepted.length} jobs were accepted.`);
    expect(crowd.accepted.length).toBeGreaterThan(0);
    await expectNothingLost(house, { accepted: crowd.accepted, book });
  },
  isLong ? 90 * 60_000 : storyMs,
);

/** There is not always a render or a database; then it is the next one that comes. */
async function killNext(house: House, target: Target, { random, crowd }: { random: Random; crowd: Crowd }) {
  for (let tries = 1; !(await house.kill(target, random)); tries++) {
    await sleep(20);
    if (target === 'child' && tries % 200 === 0) await crowd.submit(1);
  }
}

async function timeOfOne(crowd: Crowd, book: Book): Promise<number> {
  const began = performance.now();
  await crowd.submit(1);
  await vi.waitFor(async () => expect(await book.rows(`select from jobs where status = 'completed'`)).toHaveLength(1), {
    timeout: settledMs,
    interval: 100,
  });
  return performance.now() - began;
}
