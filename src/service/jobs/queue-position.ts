/**
 * Counts the queued jobs up to and including the row's own, in the order in which they are taken (turns/turn.ts); null for
 * jobs that are not queued. An index answers it. It is part of the statement that reads the job, so that position and status
 * belong to the same moment.
 */
const positionSql = `case jobs.status when 'queued' then (
  select count(*) from jobs as ahead
  where ahead.status = 'queued'
    and (ahead.turn, ahead.turn_given_at, ahead.created_at, ahead.id)
      <= (jobs.turn, jobs.turn_given_at, jobs.created_at, jobs.id)
) end`;

/** The slots of live workers that no job uses; null without workers, and while the queue is paused. A job that was split uses one for each segment. */
const freeSlotsSql = `case jobs.status when 'queued' then (
  select sum(slots) - greatest(
    sum(cardinality(job_ids)), (select sum(total) from job_totals where status in ('downloading', 'rendering'))
  )
  from workers where seen_at > clock_timestamp() - interval '10 seconds' and not is_draining
    and not exists (select from queue_clock where paused_at is not null)
) end`;

const secondsPerStartSql = `case jobs.status when 'queued' then (select seconds_per_start from queue_clock) end`;

/** Where a job is in the queue, and what the estimate of its start needs. */
export interface QueuePlaceRow {
  readonly queue_position?: number | null;
  readonly free_slots?: string | number | null;
  readonly seconds_per_start?: number | null;
}

export const queuePlaceColumns = [
  'queue_position',
  'free_slots',
  'seconds_per_start',
] as const satisfies (keyof QueuePlaceRow)[];

const placeSql = {
  queue_position: positionSql,
  free_slots: freeSlotsSql,
  seconds_per_start: secondsPerStartSql,
} as const satisfies Record<keyof QueuePlaceRow, string>;

export const queuePlaceSql = queuePlaceColumns.map((column) => `${placeSql[column]} as ${column}`).join(', ');

/** Estimates when a queued job starts, in seconds; null: not known. */
export function startsInSeconds(place: QueuePlaceRow): number | null {
  const { queue_position: position = null, free_slots: free = null, seconds_per_start: pace = null } = place;
  if (position === null || free === null) return null;
  const waitsFor = position - Math.max(0, Number(free));
  if (waitsFor <= 0) return 0;
  return pace === null ? null : Math.ceil(waitsFor * pace);
}
