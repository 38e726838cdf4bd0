import { join } from 'node:path';
import { createLog } from '../../../src/log.ts';
import { openBeatmaps } from '../../../src/service/beatmaps/index.ts';
import { connect, sharedSecret } from '../../../src/service/database/index.ts';
import { openTempFolder } from '../../../src/service/temp-folder/index.ts';
import { createJobs, startQueue } from '../../../src/service/jobs/index.ts';
import { createStorage } from '../../../src/service/storage/index.ts';
import { createRenderer, startWorker } from '../../../src/service/worker/index.ts';

/** A worker in a process of its own, to be killed. */
const [, , url = '', dataDir = '', assets = '', renderChild = '', hashChild = ''] = process.argv;
const log = createLog('error');
const database = connect({ url, log, applicationName: 'worker', maxConnections: 2 });
const signingKey = await sharedSecret(database.db, 'storage-links');
const storage = await createStorage({ config: { kind: 'local' }, dataDir, signingKey });
const queue = await startQueue({ database, log });
const folder = await openTempFolder(dataDir);
const jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20 } });
await startWorker({
  ...{ queue, storage, log },
  jobs,
  complete: jobs.complete,
  beatmaps: await openBeatmaps({
    folder: join(dataDir, 'beatmaps'),
    storage,
    mirrors: [],
    maxBytes: 10_000_000,
    hasher: { childPath: hashChild },
  }),
  render: createRenderer({ assets, env: {}, timeLimitSeconds: null, memoryMb: 1024, childPath: renderChild }),
  rendererVersion: 'test',
  encoding: { encoder: 'libx264', preset: 'ultrafast', crf: 30 },
  segmentSeconds: 0,
  newFolder: folder.newPath,
  size: 1,
  drainMs: 1_000,
});
console.log('"working"');
