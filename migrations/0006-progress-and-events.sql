-- How the attempt under way goes on; without meaning in every other status than rendering.
alter table jobs
  add column stage text check (stage in ('preparing', 'rendering', 'finishing', 'storing')),
  add column frames_per_second real,
  add column seconds_left real;

-- Progress is written about once a second, and no index knows of it: with room beside the row, it is all that is written.
alter table jobs set (fillfactor = 80);

-- Every change of a job's status, kept for a while, so that whoever follows jobs can go on where they left off.
create table job_events (
  id bigint generated always as identity primary key,
  job_id uuid not null,
  status text not null,
  attempt integer not null,
  error_code text,
  at timestamptz(3) not null default clock_timestamp()
);

create index job_events_of_job on job_events (job_id, id);

-- Numbers are given in the order of commits: who has seen one has seen all before it. The lock is held until then, and is
-- the very last one taken, after those of job_totals; hence the triggers below sort after the ones that count.
create function lock_job_events() returns void language sql as $$
  select pg_advisory_xact_lock(7499778, 0);
$$;

-- A job that comes into the table in another status, such as one of a backup, is no news.
create function announce_inserted_jobs() returns trigger language plpgsql as $$
begin
  if exists (select from inserted where status = 'queued') then
    perform lock_job_events();
    insert into job_events (job_id, status, attempt)
    select id, status, attempts from inserted where status = 'queued' order by created_at, id;
    perform pg_notify('reprise_jobs', '');
  end if;
  return null;
end $$;

create function announce_updated_jobs() returns trigger language plpgsql as $$
begin
  if exists (select from after_update join before_update using (id) where after_update.status <> before_update.status) then
    perform lock_job_events();
    insert into job_events (job_id, status, attempt, error_code)
    select id, after_update.status, after_update.attempts, after_update.error_code
    from after_update join before_update using (id)
    where after_update.status <> before_update.status
    order by after_update.updated_at, id;
  end if;
  perform pg_notify('reprise_jobs', id::text) from after_update;
  return null;
end $$;

create function announce_deleted_jobs() returns trigger language plpgsql as $$
begin
  perform pg_notify('reprise_jobs', id::text) from deleted;
  return null;
end $$;

create trigger inserted_announced after insert on jobs
  referencing new table as inserted for each statement execute function announce_inserted_jobs();
create trigger updated_announced after update on jobs
  referencing old table as before_update new table as after_update
  for each statement execute function announce_updated_jobs();
create trigger deleted_announced after delete on jobs
  referencing old table as deleted for each statement execute function announce_deleted_jobs();
