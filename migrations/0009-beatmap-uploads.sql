-- The set that came with the replay and lies in storage under the job's id: the SHA-256 of its bytes. Null: the map is
-- looked for by its MD5.
alter table jobs add column beatmap_sha256 bytea;
