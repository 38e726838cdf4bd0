-- What the skin.ini of each stored skin says, so that a list of skins opens no archive. A row describes an object of this
-- size and time only. The table is unlogged, because what it loses is read again.
create unlogged table skin_details (
  name text primary key,
  bytes bigint not null,
  stored_at timestamptz(3) not null,
  -- Null: the skin has no skin.ini, or none that names an author.
  author text,
  version double precision
);
