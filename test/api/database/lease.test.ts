import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, deleteExpiredLeases, withLease } from '../../../src/service/database/index.ts';
import { type FreshDatabase, freshDatabase, longWait } from '../../support/database/fresh-database.ts';

let fresh: FreshDatabase;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
});
afterEach(() => fresh.drop());

const lease = { name: 'some work', seconds: 60 };
const idle = async () => {};
const expire = () => sql`update leases set expires_at = clock_timestamp() - interval '1 second'`.execute(database.db);

test('one holder at a time works under a lease, and other leases are free', async () => {
  const nested = await withLease(database.db, lease, async () => ({
    same: await withLease(fresh.connect().db, lease, idle),
    other: await withLease(fresh.connect().db, { ...lease, name: 'other work' }, async () => 'done'),
  }));
  expect(nested).toEqual({ result: { same: null, other: { result: 'done' } } });
});

test('a lease is free again after its work, also after work that failed', async () => {
  await expect(withLease(database.db, lease, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLease(database.db, lease, idle)).not.toBeNull();
  expect(await database.db.selectFrom('leases').selectAll().execute()).toEqual([]);
});

test('the expired lease of a process that died is taken over, and swept', async () => {
  const died = { name: lease.name, holder: randomUUID(), expires_at: new Date(Date.now() + 60_000) };
  await database.db.insertInto('leases').values(died).execute();
  expect(await withLease(database.db, lease, idle)).toBeNull();
  await deleteExpiredLeases(database.db);
  expect(await withLease(database.db, lease, idle)).toBeNull();
  await expire();
  expect(await withLease(database.db, lease, idle)).not.toBeNull();
  await database.db.insertInto('leases').values(died).execute();
  await expire();
  await deleteExpiredLeases(database.db);
  expect(await database.db.selectFrom('leases').selectAll().execute()).toEqual([]);
});

test('work that outlasts its lease keeps it by renewing', async () => {
  const short = { ...lease, seconds: 4 };
  const seen = await withLease(database.db, short, async (signal) => {
    const until = performance.now() + 5_000;
    await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(until), longWait);
    return { isLost: signal.aborted, other: await withLease(fresh.connect().db, short, idle) };
  });
  expect(seen).toEqual({ result: { isLost: false, other: null } });
});

test('work is told when its lease is lost', async () => {
  const seen = await withLease(database.db, { ...lease, seconds: 1 }, async (signal) => {
    await database.db.deleteFrom('leases').execute();
    await vi.waitFor(() => expect(signal.aborted).toBe(true), longWait);
    return String(signal.reason);
  });
  expect(seen).toEqual({ result: 'Error: The lease some work was lost.' });
});
