alter table jobs
  -- What decides how a video comes out: replay, settings, skin, map and renderer, as one hash. Null until it is known.
  add column fingerprint bytea,
  -- The size of what a render has left in storage. Null: not known yet. 0 again when it is purged.
  add column artifact_bytes bigint check (artifact_bytes >= 0),
  -- Since when the artifacts are given up. Those of a purged job that still have a size are to be deleted yet.
  add column purged_at timestamptz(3);

create index jobs_reusable on jobs (fingerprint) where status = 'completed' and purged_at is null;
-- The oldest are purged first; their sizes are summed from the index alone.
create index jobs_with_artifacts on jobs (created_at) include (artifact_bytes)
  where status in ('completed', 'failed') and purged_at is null;
create index jobs_unmeasured on jobs (created_at)
  where status in ('completed', 'failed') and purged_at is null and artifact_bytes is null;
create index jobs_half_purged on jobs (purged_at) where purged_at is not null and artifact_bytes is distinct from 0;
