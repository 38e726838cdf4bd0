-- What the header of a replay tells about the play. Null for jobs that older versions submitted.
alter table jobs
  -- The acronyms, in the order of the game.
  add column mods text[],
  add column clock_rate double precision,
  -- Null also for a replay without hit counts.
  add column grade text,
  -- In percent, as the client that recorded the play shows it.
  add column accuracy double precision,
  add column score bigint,
  -- Null also for an invalid date.
  add column played_at timestamptz(3),
  add column game_client text check (game_client in ('stable', 'lazer')),
  -- The length of the play at its speed. Null until a worker has read the map.
  add column length_seconds double precision,
  -- The title in its original script; empty if it has none of its own, and until a worker has read the map.
  add column map_title_unicode text not null default '';

create index jobs_of_mods on jobs using gin (mods);
create index jobs_of_grade on jobs (grade, created_at desc, id desc);
create index jobs_of_stars on jobs (stars) where stars > 0;

-- The words that a search finds, now also those of the original title. Japanese, Chinese and Korean texts have no spaces
-- between words, so each of their characters is a word of its own, and a search for several of them looks for a phrase.
-- Compatible forms of a character, such as those of full and half width, are the same. `searchOf` splits searches alike.
create function job_search_words(player text, map_title text, map_title_unicode text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple',
    regexp_replace(
      regexp_replace(
        normalize(player || ' ' || map_title || ' ' || map_title_unicode, nfkc),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3040\u3099-\u309c\u30a0\u30fb]',
        ' ', 'g'
      ),
      '([\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff])', ' \1 ', 'g'
    )
  );

drop index jobs_words;
alter table jobs drop column words;
drop function job_words;
alter table jobs add column words tsvector
  generated always as (job_search_words(player, map_title, map_title_unicode)) stored;
create index jobs_words on jobs using gin (words);

analyze jobs;
