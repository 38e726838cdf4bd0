-- The words a job is found by: those of its player and of its map. Signs of punctuation part words, so that no word is
-- taken for an address or a path, as PostgreSQL's own reading of texts would.
create function job_words(player text, map_title text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple',
    translate(player || ' ' || map_title, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))
  );

create index jobs_words on jobs using gin (job_words(player, map_title));
