-- Few jobs are cancelled, so a list of them without this index would read all jobs.
create index jobs_cancelled on jobs (created_at desc, id desc) where error_code = 'job/cancelled';
