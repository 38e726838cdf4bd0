import { join } from 'node:path';
import { openInstallation } from '../../../../src/cli/wiring/open-installation.ts';
import { readConfig } from '../../../../src/config.ts';
import { createLog } from '../../../../src/log.ts';
import { openBeatmaps } from '../../../../src/service/beatmaps/index.ts';
import { createComparer, createRenderer, startWorker } from '../../../../src/service/worker/index.ts';

/** Runs a worker in its own process, which a test can kill. */
const [, , url = '', dataDir = '', assets = '', renderChild = '', setChild = '', compareChild = ''] = process.argv;
const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir });
const log = createLog('error');
const installation = await openInstallation(config, { access: 'administer', applicationName: 'worker', log });
const { jobs, storage } = installation;
const queue = await installation.startQueue();
const tempFolder = await installation.openTempFolder();
await startWorker({
  queue,
  storage,
  log,
  jobs,
  complete: jobs.complete,
  beatmaps: await openBeatmaps({
    folder: join(dataDir, 'beatmaps'),
    storage,
    mirrors: [],
    maxBytes: 10_000_000,
    setChild: { childPath: setChild },
  }),
  render: createRenderer({ assets, env: {}, timeLimitSeconds: null, memoryMb: 1024, childPath: renderChild }),
  compare: createComparer({ childPath: compareChild }),
  rendererVersion: 'test',
  encoding: { encoder: 'libx264', preset: 'ultrafast', crf: 30 },
  segmentSeconds: 0,
  newFolder: tempFolder.newPath,
  size: 1,
  name: 'test',
  version: 'test',
  drainMs: 1_000,
});
console.log('"working"');
