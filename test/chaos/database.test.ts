import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/service/database/index.ts';
import { expectNothingLost } from './aftermath.ts';
import { openBook, recordEndings } from './book.ts';
import { gatherCrowd } from './crowd.ts';
import { type House, openHouse } from './house.ts';
import { isLong, storyMs } from './length.ts';
import { seededRandom } from './random.ts';

const restarts = isLong ? 10 : 2;

let house: House | undefined;
let server: EmbeddedPostgres;
let folder: string;
const startServer = () => startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-chaos-database-'));
  server = await startServer();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await house?.logs());
  await house?.remove();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  `the PostgreSQL of DATABASE_URL is restarted ${restarts} times under a running queue`,
  async () => {
    const random = seededRandom();
    house = await openHouse({ workers: 1, env: { DATABASE_URL: server.url } });
    const book = openBook(async () => server.url);
    await recordEndings(book);
    const crowd = gatherCrowd(house);
    await crowd.submit(isLong ? 3 : 2);
    const submitting = isLong ? crowd.keepQueued(4) : null;
    for (let restart = 0; restart < restarts; restart++) {
      await sleep(random.between(500, isLong ? 15_000 : 3_000));
      await server.stop();
      await sleep(random.between(0, isLong ? 10_000 : 3_000));
      server = await startServer();
    }
    await submitting?.stop();
    await expectNothingLost(house, { accepted: crowd.accepted, book });
  },
  storyMs,
);
