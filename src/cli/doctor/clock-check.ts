import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Database } from '../../service/database/index.ts';
import { type CheckResult, ok, warning } from './check.ts';

/** The service refuses completion reports that are older, and links to a bucket would be invalid. */
const maxSkewMs = 300_000;
const recommendedSkewMs = 5_000;
/** The Date header of HTTP has whole seconds. */
const resolutionMs = 1_000;
const requestTimeoutMs = 10_000;

/** A server whose clock can be read. */
export interface Clock {
  readonly owner: string;
  /** Milliseconds since 1970. */
  read(): Promise<number>;
}

/** The clocks of other machines; a database or a storage on this machine has no clock of its own. */
export function clocksOf({ database, storage }: Config, openDatabase: () => Promise<Database>): Clock[] {
  const clocks: Clock[] = [];
  if (database.kind === 'url') {
    clocks.push({ owner: 'the database', read: async () => databaseTime(await openDatabase()) });
  }
  if (storage.kind === 's3') {
    const endpoint = storage.endpoint ?? `https://s3.${storage.region}.amazonaws.com`;
    clocks.push({ owner: 'the S3 server', read: () => httpTime(endpoint) });
  }
  return clocks;
}

/** Compares the clock of this machine with others. Throws if they differ so much that the service cannot work. */
export async function checkClocks(clocks: readonly Clock[], now: () => number = Date.now): Promise<CheckResult> {
  if (clocks.length === 0) return ok('database and storage are on this machine');
  const skews = await Promise.all(clocks.map(async (clock) => ({ owner: clock.owner, ms: await skewOf(clock, now) })));
  const message = skews.map(describeSkew).join(', ');
  const largest = Math.max(...skews.map(({ ms }) => Math.abs(ms ?? 0)));
  if (largest > maxSkewMs) throw new Error(message);
  return largest > recommendedSkewMs ? warning(message, clockAdvice) : ok(message);
}

export const clockAdvice = 'Synchronise the clocks of all machines, for example with chrony or systemd-timesyncd.';

/**
 * How much this machine is certainly ahead of the clock (negative: behind), however long the answer took; null without an
 * answer, of which the checks of the database and the storage say more.
 */
async function skewOf({ read }: Clock, now: () => number): Promise<number | null> {
  const before = now();
  const time = await read().catch(() => null);
  const after = now();
  if (time === null) return null;
  if (before > time + resolutionMs) return before - time;
  return after < time ? after - time : 0;
}

function describeSkew({ owner, ms }: { owner: string; ms: number | null }): string {
  if (ms === null) return `cannot be compared with ${owner}, which does not tell its time`;
  if (Math.abs(ms) <= recommendedSkewMs) return `agrees with ${owner}`;
  return `${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead of' : 'behind'} ${owner}`;
}

async function databaseTime({ db }: Database): Promise<number> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db);
  return rows[0]!.time.getTime();
}

/** Any answer has a date, also a refusal. */
async function httpTime(url: string): Promise<number> {
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
  const time = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(time)) throw new Error(`${new URL(url).host} does not tell the time.`);
  return time;
}
