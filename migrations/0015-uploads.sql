-- The beatmap sets that clients have uploaded with replays, each stored as beatmaps/<id>.osz. Jobs with the same content share
-- one set; it is deleted with the last job that refers to it.
create table uploaded_sets (
  -- The id of the job that uploaded it first.
  id uuid primary key,
  sha256 bytea not null,
  -- Null: not measured yet.
  bytes bigint check (bytes >= 0),
  -- Whether new jobs may use it. False once it is to be deleted, and for further copies of a set from before this table.
  accepts_jobs boolean not null default true
);

create unique index uploaded_sets_content on uploaded_sets (sha256) where accepts_jobs;

-- Null: no set was uploaded, or the job is purged.
alter table jobs add column beatmap_set_id uuid references uploaded_sets;

-- So far, each job had its own copy.
insert into uploaded_sets (id, sha256, accepts_jobs)
select id, beatmap_sha256,
  row_number() over (partition by beatmap_sha256 order by (purged_at is null) desc, created_at desc, id) = 1
from jobs where beatmap_sha256 is not null;

-- Sizes did not include replays and logs, and the replays of purged jobs are still stored: retention measures all jobs again
-- and finishes all purges. The triggers would announce every job.
alter table jobs disable trigger user;
update jobs set
  beatmap_set_id = case when beatmap_sha256 is not null and purged_at is null then id end,
  artifact_bytes = null
where status in ('completed', 'failed') or beatmap_sha256 is not null;
alter table jobs enable trigger user;

create index jobs_of_set on jobs (beatmap_set_id) where beatmap_set_id is not null;

-- For processes of the version before this one, which may run on during an upgrade: they store a copy for each job.
create function add_uploaded_set() returns trigger language plpgsql as $$
begin
  insert into uploaded_sets (id, sha256, accepts_jobs) values (new.id, new.beatmap_sha256, false);
  new.beatmap_set_id := new.id;
  return new;
end $$;

create trigger add_uploaded_set before insert on jobs for each row
  when (new.beatmap_sha256 is not null and new.beatmap_set_id is null) execute function add_uploaded_set();

-- When a skin and a map were last used. The MD5 comes from a client and can be any text, also one too long for an index.
create index jobs_of_skin on jobs ((options ->> 'skin'), created_at);
create index jobs_of_beatmap on jobs (beatmap_md5, created_at) where length(beatmap_md5) = 32;

-- The size of the object with this ETag. Null: not measured yet.
alter table skins add column bytes bigint check (bytes >= 0);
