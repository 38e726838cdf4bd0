-- Nonces of completion callbacks, seen by any API process. The digest bounds what a sender can make us store.
create table nonces (
  digest bytea primary key,
  seen_at timestamptz(3) not null default clock_timestamp()
);

create index nonces_oldest on nonces (seen_at);

-- Random keys made once and shared by every process, such as the one that signs local download links.
create table secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz(3) not null default clock_timestamp()
);

-- The table rate-limiter-flexible works on. Unlogged: after a crash of the database the counts of at most one minute
-- start anew, and no request waits for the disk to count.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
