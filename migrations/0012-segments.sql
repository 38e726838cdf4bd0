alter table jobs
  -- Its parts are in the queue as entries of their own, and its own entry, the one of `queue_entry`, waits for them.
  add column shared_out boolean not null default false,
  -- How often it was shared out.
  add column sharings integer not null default 0;

-- The stretches of a job that was shared out, made by whichever workers are free. Those that are done outlast every worker:
-- the next attempt takes them up, as long as `fingerprint` of the job says that it would make the same.
create table segments (
  job_id uuid not null references jobs on delete cascade,
  -- From 0, in their order in the video.
  number integer not null,
  first_frame integer not null,
  frames integer not null check (frames > 0),
  -- The entry under which alone it may be worked on.
  queue_entry uuid not null,
  -- How often it was begun, and how many of those ended in an error or an outage. The number of the newest is its fence.
  claims integer not null default 0,
  render_errors integer not null default 0,
  outages integer not null default 0,
  frames_done integer not null default 0,
  frames_per_second real,
  done boolean not null default false,
  primary key (job_id, number)
) with (fillfactor = 50);

-- Who renders at present: without others that are free, nothing is shared out.
create table workers (
  id uuid primary key,
  -- Renders at a time.
  slots integer not null,
  seen_at timestamptz(3) not null default clock_timestamp()
);
