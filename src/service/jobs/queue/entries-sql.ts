import { deadLetterQueue, entriesTable, renderQueue } from './names.ts';

/**
 * A derived table of all entries, dead letters included, for SQL that looks at the queue: columns id, job_id, segment, state
 * (as in `EntryState`), is_blocked, is_dead_letter and starts_at.
 */
export const queueEntriesSql = `(
  select id, data->>'job_id' as job_id, (data->>'segment')::int as segment,
    case when state < 'active' then 'waiting' when state = 'active' then 'active' else 'ended' end as state,
    blocked as is_blocked, name = '${deadLetterQueue}' as is_dead_letter, start_after as starts_at
  from ${entriesTable} where name in ('${renderQueue}', '${deadLetterQueue}')
)`;
