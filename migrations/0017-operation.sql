-- How often jobs have failed, by error code: kept, because counting a million rows takes too long for every scrape. The
-- counts only grow, also when jobs are deleted.
create table job_failures (
  code text primary key,
  total bigint not null
) with (fillfactor = 10);

insert into job_failures
select error_code, count(*) from jobs where status = 'failed' and error_code is not null group by error_code;

-- Runs after the trigger that counts by status, because triggers run in the order of their names. Every transaction that
-- fails a job thus holds the lock on the total of failed jobs already, and no two of them wait for each other here.
create function count_job_failures() returns trigger language plpgsql as $$
begin
  insert into job_failures as counted (code, total)
  select after_update.error_code, count(*) from after_update join before_update using (id)
  where after_update.status = 'failed' and before_update.status <> 'failed' and after_update.error_code is not null
  group by after_update.error_code order by after_update.error_code
  on conflict (code) do update set total = counted.total + excluded.total;
  return null;
end $$;

create trigger count_updated_failures after update on jobs
  referencing old table as before_update new table as after_update
  for each statement execute function count_job_failures();

-- What an operator wants to know about each worker. Workers of older versions do not report it.
alter table workers
  -- The host and the process id.
  add column name text not null default '',
  add column version text not null default '',
  -- The jobs of its current renders; a job is listed once for each of its segments.
  add column job_ids uuid[] not null default '{}',
  add column started_at timestamptz(3) not null default clock_timestamp();

-- While it has its row, the service refuses submissions with this text.
create table maintenance (
  is_on boolean primary key default true check (is_on),
  message text not null,
  since timestamptz(3) not null default clock_timestamp()
);

-- An operator lists the jobs of one client.
create index jobs_newest_by_client on jobs (client, created_at desc, id desc);
