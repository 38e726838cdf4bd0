-- What a client with a key wants to be told about its job, and what it wants to get back with the job.
alter table jobs
  add column callback_url text,
  -- As it was sent: jsonb has no NUL characters.
  add column metadata json;

-- Messages to clients about jobs that have ended.
create table callbacks (
  -- Sent as webhook-id: the same for every try.
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references jobs on delete cascade,
  key_id text not null references keys,
  event text not null check (event in ('job.completed', 'job.failed', 'job.cancelled')),
  created_at timestamptz(3) not null default clock_timestamp(),
  tries integer not null default 0,
  -- When it is sent next; while it is being sent, when that is considered lost. Null: it was delivered or given up.
  due_at timestamptz(3) default clock_timestamp(),
  delivered_at timestamptz(3),
  -- Why the last try failed.
  last_error text
);

create index callbacks_due on callbacks (due_at) where due_at is not null;
create index callbacks_of_job on callbacks (job_id);
create index callbacks_by_age on callbacks (created_at);

-- In the transaction that ends the job, so that none is lost and none is sent twice.
create function add_callback() returns trigger language plpgsql as $$
begin
  insert into callbacks (job_id, key_id, event) values (new.id, new.key_id, case
    when new.status = 'completed' then 'job.completed'
    when new.error_code = 'job/cancelled' then 'job.cancelled'
    else 'job.failed'
  end);
  perform pg_notify('reprise_callbacks', '');
  return null;
end $$;

create trigger callback_added after update of status on jobs for each row
  when (new.callback_url is not null and new.key_id is not null
    and new.status in ('completed', 'failed') and old.status not in ('completed', 'failed'))
  execute function add_callback();
