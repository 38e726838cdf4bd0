import type { Config } from '../config.ts';
import { Failure } from '../failure.ts';
import type { Log } from '../log.ts';
import {
  connect,
  type Database,
  type DatabaseOptions,
  migrate,
  startEmbeddedPostgres,
} from '../service/database/index.ts';
import type { StopList } from './stop.ts';

export interface OpenDatabaseParts {
  readonly applicationName: string;
  readonly log: Log;
  readonly running: StopList;
  readonly onQuery: DatabaseOptions['onQuery'];
}

/** The database of the configuration, started when it is the embedded one, and migrated. */
export async function openDatabase(
  { database, dataDir }: Config,
  { applicationName, log, running, onQuery }: OpenDatabaseParts,
): Promise<Database> {
  let url: string;
  if (database.kind === 'embedded') {
    const server = await startEmbeddedPostgres({ dataDir, log });
    running.add('embedded database', () => server.stop());
    url = server.url;
  } else {
    url = database.url;
  }
  const connection = connect({ url, log, applicationName, ...(onQuery && { onQuery }) });
  running.add('database', () => connection.close());
  try {
    await migrate(connection);
  } catch (cause) {
    if (cause instanceof Failure || database.kind === 'embedded') throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('service/cannot-start', `The database of DATABASE_URL cannot be used: ${reason}`, { cause });
  }
  return connection;
}
