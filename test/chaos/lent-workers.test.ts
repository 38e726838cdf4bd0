import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Clients, createClients } from './clients.ts';
import { type DatabaseReader, readerOf, recordEndings } from './database-reader.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { settleTimeoutMs, testTimeoutMs } from './run-length.ts';
import { type RunningService, startService, webhookSecret } from './running-service.ts';
import { slowFields, slowFrames } from './tiny-play.ts';

// A worker that has only a token is killed while it renders, and so is the service while the worker renders for it.

const untilSettled = { timeout: settleTimeoutMs, interval: 100 };
let service: RunningService;
let reader: DatabaseReader;
let clients: Clients;
beforeAll(async () => {
  service = await startService({ lentWorkers: 1, env: { SEGMENT_SECONDS: '2' } });
  reader = readerOf(service);
  await recordEndings(reader);
  clients = createClients(service, slowFields);
}, testTimeoutMs);
afterAll(() => service?.remove());

const logOf = (name: string) => readFile(join(service.dataDir, '..', `${name}.log`), 'utf8');

/** Lines reach the file up to 100 ms late, and those of a killed process never do. */
const untilSegmentFinished = () =>
  vi.waitFor(async () => expect(await logOf('lent-1')).toContain('segment finished'), untilSettled);

test('a lent worker that is killed, and a service that is killed, lose no job', async () => {
  await service.ready();
  const load = clients.keepQueued(1);
  await untilSegmentFinished();
  (await service.busyWorker()).kill();
  await service.ready();
  await service.busyWorker();
  service.api.kill();
  await service.ready();
  await service.busyWorker();
  await load.stop();
  await expectNothingLost(service, { accepted: clients.accepted, database: reader, framesOf: () => slowFrames });
});

test('the worker was told no secret of the service, and no log contains its token', async () => {
  const [api, lent] = await Promise.all(['api', 'lent-1'].map(logOf));
  expect(lent).toContain('segment finished');
  for (const secret of [webhookSecret, 'postgres://', 'postgresql://']) expect(lent).not.toContain(secret);
  for (const log of [api, lent]) expect(log).not.toMatch(/rpw_[A-Za-z0-9_-]{43}/);
});
