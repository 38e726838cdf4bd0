import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Failure } from '../../../failure.ts';
import { type Database, withLease } from '../../database/index.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';

/** Identifies a request with an Idempotency-Key. */
export interface RequestMark {
  readonly client: string;
  readonly key: string;
  /** SHA-256 of the contents of the request. */
  readonly contentDigest: Buffer;
}

export interface Answer<T> {
  readonly value: T;
  /** Whether an earlier request got the same answer. */
  readonly isRepeated: boolean;
}

/** The answers to requests with an Idempotency-Key, stored for a day. */
export interface StoredAnswers {
  /**
   * Calls `run` for the first request of a client with a key and stores its answer; a repetition gets the stored answer. `run`
   * must use the id for the job that it creates. If `run` throws, nothing is stored, and a repetition calls it again.
   */
  answer<T extends object>(request: RequestMark, run: (jobId: string) => Promise<T>): Promise<Answer<T>>;
}

export const idempotencyKeyHeader = 'Idempotency-Key';
const leaseSeconds = 30;
/** How long a repetition waits for the first request. */
const maxWaitMs = 60_000;
const pollMs = 100;
/** `now()`, because an index cannot be searched for `clock_timestamp()`, which differs from row to row. */
const isExpired = sql<boolean>`created_at < now() - interval '24 hours'`;

export function createStoredAnswers({ db }: Pick<Database, 'db'>): StoredAnswers {
  /** Of two requests at the same time, in any processes, the second waits for the first. */
  async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
    for (const startedAt = performance.now(); performance.now() - startedAt < maxWaitMs; ) {
      const done = await withLease(db, { name, seconds: leaseSeconds }, work);
      if (done !== null) return done.result;
      await delay(pollMs);
    }
    throw new Failure('idempotency/in-progress');
  }

  async function mark(digest: Buffer, contentDigest: Buffer) {
    await db.deleteFrom('marked_requests').where(isExpired).execute();
    await db
      .insertInto('marked_requests')
      .values({ digest, content: contentDigest, job_id: randomUUID() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return db.selectFrom('marked_requests').selectAll().where('digest', '=', digest).executeTakeFirstOrThrow();
  }

  async function deleteMark(digest: Buffer): Promise<void> {
    await db.deleteFrom('marked_requests').where('digest', '=', digest).execute();
  }

  return {
    answer<T extends object>({ client, key, contentDigest }: RequestMark, run: (jobId: string) => Promise<T>) {
      const digest = createHash('sha256').update(`${client}\0${key}`).digest();
      return oneAtATime(`request ${digest.toString('hex')}`, async (): Promise<Answer<T>> => {
        const marked = await mark(digest, contentDigest);
        if (!marked.content.equals(contentDigest)) throw mismatch();
        if (marked.answer !== null) return { value: marked.answer as T, isRepeated: true };
        const value = await run(marked.job_id).catch(async (error: unknown) => {
          await deleteMark(digest);
          throw error;
        });
        await db
          .updateTable('marked_requests')
          .set({ answer: JSON.stringify(value) })
          .where('digest', '=', digest)
          .execute();
        return { value, isRepeated: false };
      });
    },
  };
}

function mismatch(): InvalidRequest {
  const message = 'An earlier request with this key requested something else.';
  return new InvalidRequest([{ field: idempotencyKeyHeader, message }], 'idempotency/mismatch');
}
