-- Leases: the right of one process to a piece of work that lasts longer than a transaction should, such as work on storage.
-- The holder renews its lease; one that has expired belongs to a process that died, and may be taken over.
-- Unlogged: after a crash of the database every holder finds its lease gone, and no renewal waits for the disk.
create unlogged table leases (
  name text primary key,
  holder uuid not null,
  expires_at timestamptz(3) not null
);
