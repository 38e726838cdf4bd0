-- The failed job that this job retries, which may have been deleted since. Null: none.
alter table jobs add column retry_of uuid;
create index jobs_retrying on jobs (retry_of) where retry_of is not null;

-- The requests that clients have marked with an Idempotency-Key in the last day, so that a repetition gets the same answer.
create table marked_requests (
  -- SHA-256 of the client and the key that it has chosen: bounds what a client can make us store.
  digest bytea primary key,
  -- SHA-256 of what was requested.
  content bytea not null,
  -- The id that the request gives its job, fixed before the job exists: a repetition after a crash finds the job by it.
  job_id uuid not null,
  -- Null: there is no answer yet.
  answer jsonb,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index marked_requests_oldest on marked_requests (created_at);
