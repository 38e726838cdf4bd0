import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../service/database/index.ts';
import { openDatabase } from '../wiring/open-database.ts';
import type { ShutdownSequence } from '../wiring/shutdown-sequence.ts';
import { type Check, ok } from './check.ts';
import { checkClocks, clockAdvice, clocksOf } from './clock-check.ts';
import { checkDataFolder, checkDisk, checkEncoder, checkFonts, checkMemory, checkMirrors } from './machine-checks.ts';
import { checkDatabase, checkQueue, checkReporting, checkStorage } from './service-checks.ts';

/** All checks of an installation, each after those that it depends on. */
export function doctorChecks(config: Config, { log, shutdown }: { log: Log; shutdown: ShutdownSequence }): Check[] {
  const { dataDir, limits } = config;
  const isEmbedded = config.database.kind === 'embedded';
  const isLocal = config.storage.kind === 'local';
  const isNew = isEmbedded && !existsSync(join(dataDir, 'postgres', 'cluster'));
  let opening: Promise<Database> | null = null;
  const database = () =>
    (opening ??= openDatabase(config, { access: 'inspect', applicationName: 'reprise command', log, shutdown }));

  return [
    {
      name: 'data folder',
      run: () => checkDataFolder(dataDir, { isNew }),
      advice: 'Set DATA_DIR to a folder that this user may write.',
    },
    {
      name: 'disk',
      run: () => checkDisk(dataDir),
      advice: 'Free some space, move DATA_DIR, or set RETENTION_DAYS or MAX_STORAGE_GB.',
    },
    {
      name: 'database',
      run: async () => (isNew ? ok('the first start will create it') : checkDatabase(await database())),
      advice: isEmbedded
        ? 'Start the service and read its log; docs/deployment.md lists what the embedded database needs.'
        : 'Check that DATABASE_URL is right, and that the server runs and accepts connections from this machine.',
    },
    {
      name: 'queue',
      run: async () => (isNew ? ok('the first start will create it') : checkQueue(await database(), limits)),
      advice: 'The queue needs the database: repair that first.',
    },
    {
      name: 'storage',
      run: () => checkStorage(config),
      advice: isLocal
        ? 'Check that this user may write the data folder, and that its disk is not full.'
        : 'Check that the bucket exists, and that S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are right.',
    },
    { name: 'clock', run: () => checkClocks(clocksOf(config, database)), advice: clockAdvice },
    {
      name: 'reporting',
      run: () => checkReporting(config, log),
      advice:
        'Set SERVICE_URL and WEBHOOK_SECRET as the service has them, and synchronize the clocks of both machines.',
    },
    { name: 'memory', run: () => checkMemory(config), advice: 'See RENDER_MEMORY_MB in .env.example.' },
    { name: 'fonts', run: checkFonts, advice: 'Build the program again: remove dist and run any command.' },
    {
      name: 'encoder',
      run: () => checkEncoder(config),
      advice: 'Unset RENDER_ENCODER to use the built-in encoder, or name an encoder that this machine has.',
    },
    {
      name: 'mirrors',
      run: () => checkMirrors(config.beatmapMirrors),
      advice: 'Check that this machine has internet access, or put maps into the library.',
    },
  ];
}
