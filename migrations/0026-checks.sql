-- A worker whose segment differs from that of a trusted one gets no more work.
alter table lent_workers
  add column suspended_at timestamptz(3),
  add column suspended_reason text;

-- A lent worker's video is stored once: afterwards the worker cannot replace what is joined or checked.
alter table segments add column was_uploaded boolean not null default false;

-- The segments that workers delivered that are not trusted: which videos contain them, and which of them are checked.
create table lent_segments (
  id uuid primary key,
  worker_id text not null references lent_workers,
  job_id uuid not null references jobs on delete cascade,
  number integer not null,
  first_frame integer not null,
  frames integer not null check (frames > 0),
  -- What it was rendered from; a check must use the same.
  fingerprint bytea not null,
  delivered_at timestamptz(3) not null default clock_timestamp(),
  -- Its worker was suspended: no video contains it any more, or the video is made again.
  is_discarded boolean not null default false,
  -- Null: it is not checked. "dropped": it could not be compared.
  check_result text check (check_result in ('waiting', 'equal', 'within-bound', 'different', 'dropped')),
  check_reason text,
  checked_at timestamptz(3),
  -- The entry of the queue that checks it.
  check_entry uuid
);

create index lent_segments_by_worker on lent_segments (worker_id) where not is_discarded;
create index lent_segments_by_job on lent_segments (job_id);
create index lent_segments_by_age on lent_segments (delivered_at);
create index lent_segments_waiting on lent_segments (id) where check_result = 'waiting';

-- Completed jobs whose videos are made again, because they may contain a segment of a suspended worker.
create table remakes (
  job_id uuid primary key references jobs on delete cascade,
  worker_id text not null references lent_workers,
  requested_at timestamptz(3) not null default clock_timestamp(),
  queue_entry uuid not null,
  -- It is not possible, for example because the map is gone. The video stays as it is.
  given_up_at timestamptz(3),
  given_up_reason text
);
