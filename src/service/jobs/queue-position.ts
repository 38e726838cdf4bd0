/**
 * Counts the queued jobs up to and including the row's own; null for jobs that are not queued. An index answers it. It is
 * part of the statement that reads the job, so that position and status belong to the same moment.
 */
export const queuePositionSql = `case jobs.status when 'queued' then (
  select count(*) from jobs as ahead
  where ahead.status = 'queued' and (ahead.created_at, ahead.id) <= (jobs.created_at, jobs.id)
) end`;
