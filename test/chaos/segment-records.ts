import { expect, vi } from 'vitest';
import { queueEntriesSql } from '../../src/service/jobs/queue/entries-sql.ts';
import type { DatabaseReader } from './database-reader.ts';
import { settleTimeoutMs } from './run-length.ts';

const untilSettled = { timeout: settleTimeoutMs, interval: 100 };

/** A claim or the end of a segment. */
export interface SegmentRecord {
  readonly number: number;
  readonly claim: number;
  readonly done: boolean;
}

/** What happens to the segments of jobs that are split among workers. */
export interface SegmentRecords {
  /** Waits until at least so many renders could start now: a job is split only when another worker is free. */
  freeSlots(count: number): Promise<void>;
  of(id: string): Promise<SegmentRecord[]>;
  /** Waits until a segment of the job is finished, and returns the numbers of those that are. */
  firstDone(id: string): Promise<number[]>;
  hasUnfinished(id: string): Promise<boolean>;
  /** Every segment was rendered to its end once, and those that were `doneBefore` were not claimed again. */
  expectRenderedOnce(id: string, doneBefore: readonly number[]): Promise<SegmentRecord[]>;
}

/** Records every claim and every end of a segment from now on. */
export async function recordSegments(database: DatabaseReader): Promise<SegmentRecords> {
  await database.query(`
    create table chaos_segments (job_id uuid, number integer, claim integer, done boolean);
    create function record_segment() returns trigger language plpgsql as $$
    begin
      if new.claims > old.claims or new.done > old.done then
        insert into chaos_segments values (new.job_id, new.number, new.claims, new.done);
      end if;
      return null;
    end $$;
    create trigger record_segment after update on segments for each row execute function record_segment();
  `);
  const recordsOf = (id: string) =>
    database.query<SegmentRecord>(
      'select number, claim, done from chaos_segments where job_id = $1 order by number, claim, done',
      [id],
    );
  const doneOf = async (id: string) => (await recordsOf(id)).filter(({ done }) => done).map(({ number }) => number);

  return {
    of: recordsOf,
    async freeSlots(count) {
      await vi.waitFor(async () => {
        const [slots] = await database.query<{ free: string }>(`
          select (select sum(slots) from workers where seen_at > clock_timestamp() - interval '10 seconds') -
                 (select count(*) from ${queueEntriesSql} as entries where state = 'active' and not is_dead_letter) as free`);
        expect(Number(slots!.free)).toBeGreaterThanOrEqual(count);
      }, untilSettled);
    },
    firstDone: (id) =>
      vi.waitFor(async () => {
        const numbers = await doneOf(id);
        expect(numbers).not.toEqual([]);
        return numbers;
      }, untilSettled),
    hasUnfinished: async (id) =>
      (await database.query('select from segments where job_id = $1 and not done', [id])).length > 0,
    async expectRenderedOnce(id, doneBefore) {
      const records = await recordsOf(id);
      const done = await doneOf(id);
      expect(done).toEqual(done.map((_, number) => number));
      expect(done.length).toBeGreaterThan(2);
      for (const number of doneBefore) expect(records.filter((record) => record.number === number)).toHaveLength(2);
      return records;
    },
  };
}
