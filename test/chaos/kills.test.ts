import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { expectNothingLost } from './aftermath.ts';
import { bookOf, recordEndings } from './book.ts';
import { gatherCrowd } from './crowd.ts';
import { type House, openHouse, targets } from './house.ts';
import { isLong, kills } from './length.ts';
import { seededRandom } from './random.ts';

const pauseMs = isLong ? 3_200 : 1_500;

let house: House | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await house?.logs());
  await house?.remove();
});

test(
  `${kills} times each, a render, a worker, the API and the database are killed: nothing is lost, nothing is doubled`,
  async () => {
    const random = seededRandom();
    house = await openHouse({ workers: 2 });
    const book = bookOf(house);
    await recordEndings(book);
    const crowd = gatherCrowd(house);
    await crowd.submit(4);
    const submitting = isLong ? crowd.keepQueued(5) : null;
    for (const target of random.shuffle(targets.flatMap((target) => Array<typeof target>(kills).fill(target)))) {
      await sleep(random.between(0, 2 * pauseMs));
      // There is not always a render or a database; then it is the next one that comes.
      while (!(await house.kill(target, random))) await sleep(20);
    }
    await submitting?.stop();
    console.log(`${crowd.accepted.length} jobs were accepted.`);
    expect(crowd.accepted.length).toBeGreaterThan(0);
    await expectNothingLost(house, { accepted: crowd.accepted, book, withinMs: isLong ? 300_000 : 90_000 });
  },
  isLong ? 45 * 60_000 : 300_000,
);
