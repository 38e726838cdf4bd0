import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import { bucketEnvironment, createBucket } from '../support/bucket.ts';
import { post, replayForm } from '../support/http.ts';
import { expectNothingLost } from './aftermath.ts';
import { bookOf, recordEndings } from './book.ts';
import { gatherCrowd } from './crowd.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type House, openHouse } from './house.ts';
import { isLong, storyMs } from './length.ts';
import { tinyReplay } from './tiny-play.ts';

/** Longer than the time after which a call is given up, which is half a minute. */
const hangMs = isLong ? 100_000 : 5_000;

let house: House | undefined;
let proxy: FaultProxy | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await house?.logs());
  await house?.remove();
  await proxy?.stop();
});

test(
  'while the storage answers 500, or not at all, jobs wait for it',
  async () => {
    const bucket = await createBucket();
    // Said on screen already, when Swift was looked for.
    if (bucket === null) return expect(inject('swift')).toBeNull();
    proxy = await startFaultProxy(bucket.endpoint!);
    house = await openHouse({ workers: 1, env: bucketEnvironment({ ...bucket, endpoint: proxy.url }) });
    const book = bookOf(house);
    await recordEndings(book);
    const crowd = gatherCrowd(house);
    await crowd.submit(isLong ? 3 : 2);
    proxy.decide('refused');
    const refused = await post(`${house.url}/v1/render`, replayForm({ file: tinyReplay('In the meantime') }));
    expect(refused.status).toBe(500);
    await sleep(5_000);
    proxy.decide('unanswered');
    await sleep(hangMs);
    proxy.decide('through');
    proxy.letGo();
    await crowd.submit(1);
    await expectNothingLost(house, { accepted: crowd.accepted, book });
  },
  storyMs,
);
