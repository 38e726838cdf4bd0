import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { connect, type Database } from '../../../src/service/database/index.ts';
import { type FreshDatabase, freshDatabase, longWait } from '../../support/database/fresh-database.ts';

let fresh: FreshDatabase;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
});
afterEach(() => fresh.drop());

const cutAllOthers = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(fresh.connect().db);

test('bigint is read as a number, and times as dates with milliseconds', async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740991::bigint as n, '2026-01-02T03:04:05.678Z'::timestamptz(3) as t`,
  );
  expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER, t: new Date('2026-01-02T03:04:05.678Z') }]);
});

test.each(['', '&options=-c%20geqo%3Doff'])(
  'transactions are read committed, whatever the default of the database: %s',
  async (more) => {
    await sql`do $$ begin
    execute format('alter database %I set default_transaction_isolation = serializable', current_database());
  end $$`.execute(database.db);
    const other = connect({ url: fresh.url + more, log: createLog('silent'), applicationName: 'test' });
    const { rows } = await other.pool.query(
      `select current_setting('transaction_isolation') as isolation, current_setting('geqo') as geqo`,
    );
    await other.close();
    expect(rows).toEqual([{ isolation: 'read committed', geqo: more === '' ? 'on' : 'off' }]);
  },
);

test('a connection that is lost during a transaction fails only that transaction', async () => {
  const transaction = database.db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await cutAllOthers();
    await sql`select 1`.execute(trx);
  });
  await expect(transaction).rejects.toThrow();
  await expect(sql`select 1`.execute(database.db)).resolves.toBeDefined();
});

test('a listener receives notifications, also after its connection was cut', async () => {
  const heard: string[] = [];
  const onConnect = vi.fn();
  await database.listen({ channel: 'Some "channel"', onNotify: (payload) => heard.push(payload), onConnect });
  const notify = (payload: string) => sql`select pg_notify('Some "channel"', ${payload})`.execute(fresh.connect().db);
  await notify('one');
  await vi.waitFor(() => expect(heard).toEqual(['one']), longWait);
  expect(onConnect).toHaveBeenCalledTimes(1);
  await cutAllOthers();
  await vi.waitFor(() => expect(onConnect).toHaveBeenCalledTimes(2), longWait);
  await notify('two');
  await vi.waitFor(() => expect(heard).toEqual(['one', 'two']), longWait);
});

test('a closed listener receives nothing, and closing twice is harmless', async () => {
  const onNotify = vi.fn();
  const subscription = await database.listen({ channel: 'c', onNotify });
  await subscription.close();
  await subscription.close();
  await sql`select pg_notify('c', '')`.execute(database.db);
  const { rows } = await database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  );
  expect(rows).toEqual([]);
  expect(onNotify).not.toHaveBeenCalled();
});

test('queries and listeners fail within the timeout if the server cannot be reached', async () => {
  const nowhere = connect({
    url: 'postgresql://x@localhost/x?host=/nonexistent',
    log: createLog('silent'),
    applicationName: 'test',
  });
  await expect(sql`select 1`.execute(nowhere.db)).rejects.toThrow('ENOENT');
  await expect(nowhere.listen({ channel: 'c', onNotify: () => {} })).rejects.toThrow('ENOENT');
  await nowhere.close();
});
