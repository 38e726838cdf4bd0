-- Workers that people lend (docs/adr/0025-lent-workers.md). They have neither the database nor the storage, only a token. A revoked
-- one keeps its row: segments refer to it.
create table lent_workers (
  -- Public: commands and logs name the worker by it.
  id text primary key,
  name text not null,
  -- SHA-256 of the token. The token itself is shown once and never stored.
  token_hash bytea not null unique,
  -- Segments of other workers are checked.
  is_trusted boolean not null,
  -- An operator wants it to take no more segments.
  is_draining boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  revoked_at timestamptz(3),
  -- The process that uses the token, and what it has reported about itself. Null: none has yet.
  instance uuid,
  version text,
  cores integer,
  slots integer,
  seen_at timestamptz(3),
  -- What it has delivered, and how long it took for that.
  segments bigint not null default 0,
  frames bigint not null default 0,
  seconds double precision not null default 0
) with (fillfactor = 50);

-- A name can be used again once its token is revoked.
create unique index lent_workers_by_name on lent_workers (name) where revoked_at is null;

alter table segments
  -- The lent worker that has claimed the segment or has delivered it. Null: a worker with access to the database.
  add column lent_to text references lent_workers,
  -- A segment is lent once; whatever happens, another worker renders it the next time.
  add column was_lent boolean not null default false;

-- The lent worker of a live worker. Null: it has access to the database.
alter table workers add column lent_worker text references lent_workers;
