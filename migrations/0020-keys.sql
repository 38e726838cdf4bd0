-- The keys of bots and other clients that have more than the limits of an address. A revoked key keeps its row: jobs refer to it.
create table keys (
  -- Public: commands, logs and `jobs.client` name the key by it.
  id text primary key,
  name text not null,
  -- SHA-256 of the key. The key itself is shown once and never stored.
  token_hash bytea not null unique,
  -- Signs what the service sends to the client, so it must be readable, unlike the key.
  callback_secret text not null,
  submissions_per_minute integer not null check (submissions_per_minute > 0),
  max_active integer not null check (max_active > 0),
  priority text not null check (priority in ('low', 'normal', 'high')),
  -- Null: never.
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Updated about once a minute. Null: never used.
  last_used_at timestamptz(3),
  -- The number of jobs that were ever admitted with the key: counting them takes too long for every scrape.
  submissions bigint not null default 0
);

-- A name can be used again once its key is revoked.
create unique index keys_by_name on keys (name) where revoked_at is null;

-- The key with which a job was submitted. Null: without one.
alter table jobs add column key_id text references keys;

create index jobs_newest_by_key on jobs (key_id, created_at desc, id desc) where key_id is not null;
create index jobs_active_by_key on jobs (key_id)
  where key_id is not null and status in ('queued', 'downloading', 'rendering');
