import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { type Listener, listen, type Subscription } from './listen.ts';
import type { Schema } from './schema.ts';

/** An open connection to PostgreSQL, embedded or not. */
export interface Database {
  /** Whom others connect to as well, such as the queue. */
  readonly url: string;
  readonly db: Kysely<Schema>;
  /** The pool under `db`, for libraries that bring their own SQL. */
  readonly pool: pg.Pool;
  /** Asks what is asked all the time: the server parses and plans it once for each connection. */
  queryPrepared<Row extends pg.QueryResultRow>(question: PreparedQuery, values: unknown[]): Promise<Row[]>;
  /** Follows a NOTIFY channel on a connection of its own, over restarts of the server. */
  listen(listener: Listener): Promise<Subscription>;
  close(): Promise<void>;
}

export interface PreparedQuery {
  readonly name: string;
  /** With its columns by name: a migration that adds one would break what the server has prepared for a `*`. */
  readonly text: string;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Log;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly maxConnections?: number;
  /** Told of every query when it has ended. */
  readonly onQuery?: (query: { failed: boolean; seconds: number }) => void;
}

const bigintOid = 20;
/** A server that hangs does not say goodbye. */
const goodbyeLimitMs = 5_000;

/** Opens the pool; the first query connects. A server that restarts costs the queries in flight, not the pool. */
export function connect({ url, log, applicationName, maxConnections = 10, onQuery }: DatabaseOptions): Database {
  const readCommittedUrl = withReadCommitted(url);
  const settings: pg.PoolConfig = {
    connectionString: readCommittedUrl,
    application_name: applicationName,
    types: typeParsers(),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  const pool = new pg.Pool({
    ...settings,
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    lock_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // The pool listens to idle connections only; one that is lost in the middle of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery && {
      log: ({ level, queryDurationMillis }) =>
        onQuery({ failed: level === 'error', seconds: queryDurationMillis / 1000 }),
    }),
  });
  async function askPrepared<Row extends pg.QueryResultRow>(
    { name, text }: PreparedQuery,
    values: unknown[],
  ): Promise<Row[]> {
    const began = performance.now();
    const told = (failed: boolean) => onQuery?.({ failed, seconds: (performance.now() - began) / 1000 });
    try {
      const { rows } = await pool.query<Row>({ name, text, values });
      told(false);
      return rows;
    } catch (error) {
      told(true);
      throw error;
    }
  }

  const subscriptions = new Set<Subscription>();
  return {
    url: readCommittedUrl,
    db,
    pool,
    queryPrepared: askPrepared,
    async listen(listener) {
      const { close } = await listen({ settings, listener, log });
      const subscription: Subscription = {
        close() {
          subscriptions.delete(subscription);
          return close();
        },
      };
      subscriptions.add(subscription);
      return subscription;
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
      const ended = connectionsEnded(pool);
      await db.destroy();
      // The query builder ends only a pool that it has used.
      if (!pool.ending) await pool.end();
      await ended;
    },
  };
}

/** A pool says that it has ended before its connections have; a server stopped in between would seem to be lost. */
function connectionsEnded(pool: pg.Pool): Promise<void> {
  let open = pool.totalCount;
  if (open === 0) return Promise.resolve();
  return new Promise((resolve) => {
    pool.on('remove', () => {
      open--;
      if (open === 0) resolve();
    });
    setTimeout(resolve, goodbyeLimitMs).unref();
  });
}

/**
 * Every statement must see what others committed while it waited for a lock: our limits are exact because of it. A
 * server may have another default.
 */
function withReadCommitted(url: string): string {
  const changed = new URL(url);
  const given = changed.searchParams.get('options') ?? '';
  changed.searchParams.set('options', `${given} -c default_transaction_isolation=read\\ committed`.trim());
  return changed.href;
}

/** The driver gives bigint as text by default. Ours are counts, far below 2^53. */
function typeParsers(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(bigintOid, Number);
  return overrides;
}
