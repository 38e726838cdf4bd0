import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import { bucketEnvironment, createBucket } from '../support/bucket.ts';
import { post, replayForm } from '../support/http.ts';
import { createClients } from './clients.ts';
import { readerOf, recordEndings } from './database-reader.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { isLong, testTimeoutMs } from './run-length.ts';
import { type RunningService, startService } from './running-service.ts';
import { tinyReplay } from './tiny-play.ts';

/** In a long run, longer than the timeout of a storage call, which is 30 seconds. */
const hangMs = isLong ? 100_000 : 5_000;

let service: RunningService | undefined;
let proxy: FaultProxy | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await service?.logs());
  await service?.remove();
  await proxy?.stop();
});

test(
  'while the storage fails or hangs, jobs wait',
  async () => {
    const bucket = await createBucket();
    // The global set-up has already warned that Swift is missing.
    if (bucket === null) return expect(inject('swift')).toBeNull();
    proxy = await startFaultProxy(bucket.endpoint!);
    service = await startService({ workers: 1, env: bucketEnvironment({ ...bucket, endpoint: proxy.url }) });
    const database = readerOf(service);
    await recordEndings(database);
    const clients = createClients(service);
    await clients.submit(isLong ? 3 : 2);
    proxy.decide('refused');
    const refused = await post(`${service.url}/v1/render`, replayForm({ file: tinyReplay('During the outage') }));
    expect(refused.status).toBe(500);
    await sleep(5_000);
    proxy.decide('unanswered');
    await sleep(hangMs);
    proxy.decide('through');
    proxy.dropUnanswered();
    await clients.submit(1);
    await expectNothingLost(service, { accepted: clients.accepted, database });
  },
  testTimeoutMs,
);
