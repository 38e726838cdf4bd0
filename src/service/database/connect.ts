import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { limitConcurrency } from '../../limit-concurrency.ts';
import type { Log } from '../../log.ts';
import { type Listener, listen, type Subscription } from './listen.ts';
import type { Schema } from './schema.ts';

/** An open connection to PostgreSQL, embedded or not. */
export interface Database {
  /** The address, for libraries that open their own connections, such as the queue. */
  readonly url: string;
  readonly db: Kysely<Schema>;
  /** The pool under `db`, for libraries that bring their own SQL. */
  readonly pool: pg.Pool;
  /**
   * Runs a statement that clients or renders cause at any rate. Such statements share a part of the pool, so that submissions
   * and health checks never wait for all of them.
   */
  query<Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /** Listens to a NOTIFY channel on a separate connection, which it reopens when it is lost. */
  listen(listener: Listener): Promise<Subscription>;
  close(): Promise<void>;
}

export interface Statement {
  /** With a name, it is a prepared statement: the server parses it once per connection. */
  readonly name?: string;
  /** Names its columns: a migration that adds one would break a prepared `select *`. */
  readonly text: string;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Log;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly maxConnections?: number;
  /** How long a query waits for a connection. */
  readonly connectTimeoutMs?: number;
  /** Called after every query. */
  readonly onQuery?: (query: { failed: boolean; seconds: number }) => void;
}

/** The part of the pool that `query` may use. */
const queryShare = 0.6;
const bigintOid = 20;
/** A server that hangs does not close its connections. */
const maxCloseMs = 5_000;

/** Creates a pool; the first query connects. A restart of the server fails the running queries, but not the pool. */
export function connect(options: DatabaseOptions): Database {
  const { url, log, applicationName, maxConnections = 10, connectTimeoutMs = 10_000, onQuery } = options;
  const readCommittedUrl = withReadCommitted(url);
  const settings: pg.PoolConfig = {
    connectionString: readCommittedUrl,
    application_name: applicationName,
    types: typeParsers(),
    connectionTimeoutMillis: connectTimeoutMs,
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
  // The pool handles errors of idle connections only; an error in the middle of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery && {
      log: ({ level, queryDurationMillis }) =>
        onQuery({ failed: level === 'error', seconds: queryDurationMillis / 1000 }),
    }),
  });
  const limitQueries = limitConcurrency(Math.ceil(maxConnections * queryShare));
  async function query<Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) {
    const startedAt = performance.now();
    const report = (failed: boolean) => onQuery?.({ failed, seconds: (performance.now() - startedAt) / 1000 });
    try {
      const { rows } = await pool.query<Row>({ ...statement, values: [...values] });
      report(false);
      return rows;
    } catch (error) {
      report(true);
      throw error;
    }
  }

  const subscriptions = new Set<Subscription>();
  return {
    url: readCommittedUrl,
    db,
    pool,
    query: (statement, values) => limitQueries(() => query(statement, values)),
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
      // Kysely ends only a pool that it has used.
      if (!pool.ending) await pool.end();
      await ended;
    },
  };
}

/** `pool.end` resolves before its connections are closed. If the server stopped in between, they would look lost. */
function connectionsEnded(pool: pg.Pool): Promise<void> {
  let open = pool.totalCount;
  if (open === 0) return Promise.resolve();
  return new Promise((resolve) => {
    pool.on('remove', () => {
      open--;
      if (open === 0) resolve();
    });
    setTimeout(resolve, maxCloseMs).unref();
  });
}

/**
 * Our limits are exact only if a statement sees what other transactions committed while it waited for a lock. A server may
 * have another default isolation level.
 */
function withReadCommitted(url: string): string {
  const changed = new URL(url);
  const options = changed.searchParams.get('options') ?? '';
  changed.searchParams.set('options', `${options} -c default_transaction_isolation=read\\ committed`.trim());
  return changed.href;
}

/** By default, the driver returns bigint as text. Ours are counts, far below 2^53. */
function typeParsers(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(bigintOid, Number);
  return overrides;
}
