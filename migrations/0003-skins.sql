-- Whose skin bears which name, and what we know of its bytes. The objects themselves are the list of skins: one that an
-- operator drops into storage has no row here.
create table skins (
  name text primary key,
  -- Who may replace it: an IPv4 address or an IPv6 /64.
  client text not null,
  -- When the client last set out to store it.
  claimed_at timestamptz(3) not null default clock_timestamp(),
  -- The bytes stored, and the ETag the storage gave them. They say nothing about an object with another ETag.
  sha256 bytea,
  etag text
);

-- Some file systems take two names that differ only in case for one.
create unique index skins_name_in_any_case on skins (lower(name));
