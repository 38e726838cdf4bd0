-- Waiting jobs are taken in the order of their turns (docs/adr/0023-turns-over-clients.md). A job gets its turn when the relay
-- moves it into the queue; before, it comes after all jobs that have one.
alter table jobs
  add column turn integer not null default 2147483647,
  -- When it got its turn, which orders jobs of equal turn.
  add column turn_given_at timestamptz not null default 'infinity',
  -- How much work the job is, in videos of usual length and size.
  add column cost smallint not null default 1 check (cost between 1 and 16),
  -- No job may be placed before this one once queue_clock.overtakings has reached the number.
  add column overtakable_until bigint;

-- Jobs that were queued in order of creation stay first, in that order.
update jobs set turn = 0, turn_given_at = created_at, overtakable_until = 0
where status in ('queued', 'downloading', 'rendering');

create index jobs_in_turn on jobs (turn, turn_given_at, created_at, id) where status = 'queued';
create index jobs_overtakable on jobs (overtakable_until, turn) where status = 'queued';

-- One row: how far the queue has come.
create table queue_clock (
  is_only boolean primary key default true check (is_only),
  -- The highest turn that a worker has taken.
  turn integer not null default 0,
  -- How many jobs were ever placed before a job that already waited.
  overtakings bigint not null default 0,
  -- The time between two starts while all workers are busy. Null: not known.
  seconds_per_start real
) with (fillfactor = 10);

insert into queue_clock default values;
