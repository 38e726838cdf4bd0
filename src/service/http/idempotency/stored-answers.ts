import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Failure } from '../../../failure.ts';
import { type Database, withLease } from '../../database/index.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';

/** A request that its client has marked with an Idempotency-Key. */
export interface MarkedRequest {
  readonly client: string;
  readonly key: string;
  /** SHA-256 of what it requests. */
  readonly content: Buffer;
}

export interface Answer<T> {
  readonly value: T;
  /** Whether an earlier request got the same answer. */
  readonly isRepeated: boolean;
}

/** Makes requests safe to repeat. */
export interface MarkedRequests {
  /**
   * Runs `act` for the first request of a client with a key, and gives its repetitions the same answer for a day. `act` must
   * use the id for the job that it creates. What `act` refuses is not kept: a repetition runs it again.
   */
  answer<T extends object>(request: MarkedRequest, act: (jobId: string) => Promise<T>): Promise<Answer<T>>;
}

export const idempotencyHeader = 'Idempotency-Key';
const leaseSeconds = 30;
/** How long a repetition waits for the first request. */
const maxWaitMs = 60_000;
const pollMs = 100;
/** `clock_timestamp()` differs from row to row, so that no index could find the expired ones. */
const isExpired = sql<boolean>`created_at < now() - interval '24 hours'`;

export function createMarkedRequests({ db }: Pick<Database, 'db'>): MarkedRequests {
  /** Of two requests at the same time, in any processes, the second waits for the first. */
  async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
    for (const startedAt = performance.now(); performance.now() - startedAt < maxWaitMs; ) {
      const done = await withLease(db, { name, seconds: leaseSeconds }, work);
      if (done !== null) return done.result;
      await delay(pollMs);
    }
    throw new Failure('idempotency/in-progress');
  }

  async function mark(digest: Buffer, content: Buffer) {
    await db.deleteFrom('marked_requests').where(isExpired).execute();
    await db
      .insertInto('marked_requests')
      .values({ digest, content, job_id: randomUUID() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return db.selectFrom('marked_requests').selectAll().where('digest', '=', digest).executeTakeFirstOrThrow();
  }

  return {
    answer<T extends object>({ client, key, content }: MarkedRequest, act: (jobId: string) => Promise<T>) {
      const digest = createHash('sha256').update(`${client}\0${key}`).digest();
      return oneAtATime(`request ${digest.toString('hex')}`, async (): Promise<Answer<T>> => {
        const marked = await mark(digest, content);
        if (!marked.content.equals(content)) throw mismatch();
        if (marked.answer !== null) return { value: marked.answer as T, isRepeated: true };
        const row = () => db.deleteFrom('marked_requests').where('digest', '=', digest);
        const value = await act(marked.job_id).catch(async (error: unknown) => {
          await row().execute();
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
  return new InvalidRequest([{ field: idempotencyHeader, message }], 'idempotency/mismatch');
}
