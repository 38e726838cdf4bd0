-- What clients look for a job by, beside its id. Null for jobs that older versions submitted.
alter table jobs
  -- SHA-256 of the replay file.
  add column replay_sha256 bytea,
  -- The MD5 that the replay carries in its header, which names the play. Null also for a replay without a valid one.
  add column replay_md5 bytea,
  -- The id of the map on osu!, as its file names it. Null until a worker has read the map, and for a map without one.
  add column beatmap_id integer;

-- The name of a player as the game compares names: in any case, with spaces and underscores alike.
create function player_key(player text) returns text
  language sql immutable parallel safe
  return replace(lower(player), ' ', '_');

-- A replay can carry any text as name, also one too long for an index.
create index jobs_of_player on jobs (player_key(player), created_at desc, id desc) where length(player) <= 64;
create index jobs_of_beatmap_id on jobs (beatmap_id, created_at desc, id desc) where beatmap_id is not null;
create index jobs_of_replay_sha256 on jobs (replay_sha256) where replay_sha256 is not null;
create index jobs_of_replay_md5 on jobs (replay_md5) where replay_md5 is not null;

analyze jobs;
