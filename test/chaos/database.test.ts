import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/service/database/index.ts';
import { createClients } from './clients.ts';
import { createDatabaseReader, recordEndings } from './database-reader.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { seededRandom } from './random.ts';
import { isLong, testTimeoutMs } from './run-length.ts';
import { type RunningService, startService } from './running-service.ts';

const restarts = isLong ? 10 : 2;

let service: RunningService | undefined;
let server: EmbeddedPostgres;
let folder: string;
const startServer = () => startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-chaos-database-'));
  server = await startServer();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await service?.logs());
  await service?.remove();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  `no job is lost when PostgreSQL restarts ${restarts} times`,
  async () => {
    const random = seededRandom();
    service = await startService({ workers: 1, env: { DATABASE_URL: server.url } });
    const database = createDatabaseReader(async () => server.url);
    await recordEndings(database);
    const clients = createClients(service);
    await clients.submit(isLong ? 3 : 2);
    const submitting = isLong ? clients.keepQueued(4) : null;
    for (let restart = 0; restart < restarts; restart++) {
      await sleep(random.between(500, isLong ? 15_000 : 3_000));
      await server.stop();
      await sleep(random.between(0, isLong ? 10_000 : 3_000));
      server = await startServer();
    }
    await submitting?.stop();
    await expectNothingLost(service, { accepted: clients.accepted, database });
  },
  testTimeoutMs,
);
