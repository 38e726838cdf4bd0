-- What operators have done, in the page or with a command. It never contains secrets.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  actor text not null check (actor in ('page', 'command line')),
  -- The address of an operator who uses the page.
  client text,
  action text not null,
  -- What the action is about, such as the id of a job. Null: the service as a whole.
  target text,
  details jsonb not null default '{}',
  -- "done", or the code of the failure. Null: in progress, or interrupted.
  outcome text
);

create index audit_by_age on audit (at);

-- Clients and players whose submissions are refused.
create table blocks (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('client', 'player')),
  -- As the operator has written it.
  name text not null,
  -- What submissions are compared with: jobs.client, or player_key() of the name.
  value text not null,
  -- The operator's text, which the client sees.
  reason text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Null: never.
  expires_at timestamptz(3),
  unique (kind, value)
);

-- While the queue is paused, no job is started. The relay reads it with the row that it locks anyway.
alter table queue_clock
  add column paused_at timestamptz(3),
  add column pause_reason text;

-- A worker that drains takes no more entries. It reads it with each heartbeat.
alter table workers add column is_draining boolean not null default false;
