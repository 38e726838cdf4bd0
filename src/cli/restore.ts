import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { Failure } from '../failure.ts';
import { createLog, type Log } from '../log.ts';
import { checkBackup, restoreBackup } from '../service/backup/index.ts';
import { connect, type Database, joinEmbeddedPostgres, startEmbeddedPostgres } from '../service/database/index.ts';
import { requeueRestored } from '../service/jobs/index.ts';
import { createStorage } from '../service/storage/index.ts';
import { runCommand, UsageError } from './command.ts';
import { makeDataDir } from './data-folder.ts';
import { readEnvironment } from './environment.ts';
import type { Output } from './output.ts';
import { createStopList, type StopList } from './stop.ts';
import { bytesText } from './table.ts';

const help = `bin/reprise restore FILE.tar [--json]      into the empty installation of DATA_DIR or DATABASE_URL
bin/reprise restore FILE.tar --check       reads it through and tells what it holds

The service must not run. Jobs that were under way are queued again.
`;

const options = { check: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } as const;

export function run(args: readonly string[], out: Output = process): Promise<number> {
  return runCommand(args, { help, options, out }, async ({ values: { check, json }, positionals: [file, ...more] }) => {
    if (file === undefined || more.length > 0) throw new UsageError('Which backup?');
    const counts = await (check ? checkBackup(file) : restore(file)).catch((error: unknown) => {
      throw asFailure(error, file);
    });
    const { rows, objects, objectBytes } = counts;
    const what = `${rows} rows and ${objects} files of ${bytesText(objectBytes)}`;
    const human = check ? `${file} is whole: ${what}.\n` : `${what} are restored.\n`;
    out.stdout.write(json ? `${JSON.stringify({ file, rows, files: objects, bytes: objectBytes })}\n` : human);
    return 0;
  });
}

async function restore(path: string) {
  await checkBackup(path);
  const config = readConfig(readEnvironment());
  const log = createLog('silent');
  const running = createStopList(log, config);
  try {
    await makeDataDir(config.dataDir);
    const database = await openUnused(config, { log, running });
    // The links it signs until the next start are nobody's.
    const signingKey = Buffer.alloc(32);
    const storage = await createStorage({ config: config.storage, dataDir: config.dataDir, signingKey });
    running.add('storage', () => storage.close());
    return await restoreBackup({ database, storage, path, afterRows: requeueRestored });
  } finally {
    await running.stop();
  }
}

/** A running service has read the old keys, and would see half of what is restored. */
async function openUnused(
  { database, dataDir }: Config,
  { log, running }: { log: Log; running: StopList },
): Promise<Database> {
  const inUse = () => new Failure('installation/in-use', 'The service is running on this installation. Stop it first.');
  let url: string;
  if (database.kind === 'url') {
    url = database.url;
  } else {
    if ((await joinEmbeddedPostgres({ dataDir })) !== null) throw inUse();
    const server = await startEmbeddedPostgres({ dataDir, log });
    running.add('embedded database', () => server.stop());
    url = server.url;
  }
  const connection = connect({ url, log, applicationName: 'reprise restore', maxConnections: 4 });
  running.add('database', () => connection.close());
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name in ('reprise serve', 'reprise worker')`.execute(
    connection.db,
  );
  if (rows.length > 0) throw inUse();
  return connection;
}

function asFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error && 'path' in error && error.path === file)) {
    return error;
  }
  return new Failure('backup/unreadable', `${file} cannot be read (${error.code}).`, { cause: error });
}
