-- A render job. Times are the database's clock, so that every process agrees on their order.
create table jobs (
  id uuid primary key,
  status text not null default 'queued'
    check (status in ('queued', 'downloading', 'rendering', 'completed', 'failed')),
  progress double precision not null default 0 check (progress between 0 and 100),
  -- Whom the limits count: an IPv4 address or an IPv6 /64.
  client text not null,
  options jsonb not null,

  -- What the replay's header says.
  beatmap_md5 text not null,
  player text not null,
  n300 integer not null,
  n100 integer not null,
  n50 integer not null,
  misses integer not null,
  max_combo integer not null,

  -- Known once the map is.
  map_title text not null default '',
  stars double precision not null default 0,
  pp double precision not null default 0,

  attempts integer not null default 0,
  error_code text,
  error_message text,
  video_key text,
  thumb_key text,
  log_key text,
  has_analytics boolean not null default false,
  -- To the microsecond: lists are in order of creation, also of jobs made in one millisecond.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);

-- Pages are cut from these two alone, and only the rows of the page are fetched.
create index jobs_newest on jobs (created_at desc, id desc);
create index jobs_newest_by_status on jobs (status, created_at desc, id desc);
create index jobs_active_by_client on jobs (client) where status in ('queued', 'downloading', 'rendering');

-- How many jobs there are in each status: kept, because counting a million rows takes too long for every page.
-- Its rows are the last locks a transaction takes, always in the order of their names, so that no two wait for each
-- other; hence a transaction that has changed a status must not go on to change another job.
create table job_totals (
  status text primary key,
  total bigint not null check (total >= 0)
) with (fillfactor = 10);

insert into job_totals
select status, 0 from unnest(array['queued', 'downloading', 'rendering', 'completed', 'failed']) as status;

create function add_to_job_totals(status_changed text, difference bigint) returns void language sql as $$
  update job_totals set total = total + difference where status = status_changed;
$$;

create function count_inserted_jobs() returns trigger language plpgsql as $$
begin
  perform add_to_job_totals(status, n) from (
    select status, count(*) as n from inserted group by status order by status
  ) as changes;
  return null;
end $$;

create function count_updated_jobs() returns trigger language plpgsql as $$
begin
  perform add_to_job_totals(status, n) from (
    select status, sum(n)::bigint as n
    from (select status, 1 as n from after_update union all select status, -1 from before_update) as moves
    group by status having sum(n) <> 0 order by status
  ) as changes;
  return null;
end $$;

create function count_deleted_jobs() returns trigger language plpgsql as $$
begin
  perform add_to_job_totals(status, -n) from (
    select status, count(*) as n from deleted group by status order by status
  ) as changes;
  return null;
end $$;

create trigger count_inserted after insert on jobs
  referencing new table as inserted for each statement execute function count_inserted_jobs();
create trigger count_updated after update on jobs
  referencing old table as before_update new table as after_update
  for each statement execute function count_updated_jobs();
create trigger count_deleted after delete on jobs
  referencing old table as deleted for each statement execute function count_deleted_jobs();

-- Events on their way to the queue, written with the job in one transaction. The relay moves a row into the queue and
-- deletes it here, in one transaction too.
create table outbox (
  id bigint generated always as identity primary key,
  job_id uuid not null unique references jobs on delete cascade,
  event text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Held while the replay is being stored: the submitting process renews this lease. A row whose lease has run out
  -- belongs to a process that died, and is swept. null: the replay is stored, the event may go.
  held_until timestamptz(3)
);

create index outbox_released on outbox (id) where held_until is null;
create index outbox_held on outbox (held_until) where held_until is not null;
