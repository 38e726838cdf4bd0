import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { defaultSettings } from '../../src/contract/settings/index.ts';

/**
 * Inserts finished jobs, a second apart, with players, maps, mods, grades and stars of all kinds, and analyses the table as
 * autovacuum would in its time. To be done with a million in a minute or two, it creates the indexes afterwards and writes
 * the words itself, in place of the function that parses them out of the titles.
 */
export async function insertManyJobs(db: pg.Client, count: number): Promise<void> {
  await db.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'");
  await db.query('alter table jobs alter column words drop expression');
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = 'jobs' and indexname <> 'jobs_pkey'`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  await db.query(
    `insert into jobs (id, status, client, options, beatmap_md5, player, n300, n100, n50, misses, max_combo, created_at,
       map_title, map_title_unicode, words, stars, mods, clock_rate, grade, accuracy, score, game_client, length_seconds,
       beatmap_id, replay_sha256, replay_md5)
     select gen_random_uuid(), case when n % 10 = 0 then 'failed' else 'completed' end, '192.0.2.1',
       $2::jsonb, md5((n % 20000)::text), player, 300, 10, 5, 1, 250, now() - n * interval '1 second',
       title, replace(unicode, ' ', ''), to_tsvector('simple', player || ' ' || replace(title, '-', ' ') || ' ' || unicode),
       1 + n * 7919 % 900 / 100.0,
       case n % 5 when 0 then '{}' when 1 then '{HD}' when 2 then '{HD,DT}' when 3 then '{HR}' else '{NC}' end::text[], 1,
       (array['X', 'S', 'A', 'B', 'C', 'D'])[1 + n % 6], 95, 1000000, 'stable', 120,
       1 + n % 20000, sha256(n::text::bytea), decode(md5(n::text), 'hex')
     from generate_series(1::bigint, $1::bigint) as n,
       lateral (select case when n % 9 = 0 then 'regular' else 'player' end || n as player,
         'Artist' || n % 3000 || ' - Song ' || n % 20000 || ' [Insane]' as title,
         case when n % 3 = 0 then '春 待 ち' when n % 50000 = 1 then '桜' else '' end as unicode) as texts`,
    [count, JSON.stringify(defaultSettings)],
  );
  for (const { definition } of indexes) await db.query(definition);
  await db.query('vacuum analyze jobs');
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Searches by what they look for: `q` and filters of `GET /v1/jobs`. */
export const searches: Readonly<Record<string, string>> = {
  'a word of every job': 'q=insane',
  'a beginning that eight ninths have': 'q=player',
  'a beginning that a ninth has': 'q=regular',
  'one in a hundred': 'q=player12',
  'one job': 'q=player999998',
  'no job': 'q=nothing',
  'frequent and none': 'q=player%20nothing',
  'rare and one letter': 'q=regular9%20r',
  'Japanese, a third': 'q=%E6%98%A5%E5%BE%85%E3%81%A1',
  'Japanese, one in fifty thousand': 'q=%E6%A1%9C',
  'every job, failed': 'q=insane&status=failed',
  'every job, grade and mod': 'q=insane&grade=X&mods=HD',
  'every job, one in a hundred by stars': 'q=insane&min_stars=9.9',
  'without words, grade and stars': 'grade=A&min_stars=9.9',
  'every job, the last page': 'q=insane&offset=980',
  'a player': 'player=PLAYER_500000',
  'no player': 'player=nothing',
  'the id of a map': 'beatmap=12346',
  'the MD5 of a map': `beatmap=${md5('12345')}`,
  'a replay': `replay=${createHash('sha256').update('77777').digest('hex')}`,
  'the MD5 of a replay': `replay=${md5('77777')}`,
  'a hundred ids': `ids=${Array.from({ length: 100 }, () => randomUUID())}`,
  'since an hour ago': `created_after=${new Date(Date.now() - 3_600_000).toISOString()}`,
  'since long ago': 'created_after=2000-01-01',
  'two rare statuses': 'status=queued,rendering',
  'two frequent statuses': 'status=completed,failed',
  'a cursor, all jobs': 'cursor=',
  'a map and a grade, since an hour ago': `beatmap=12346&grade=A&created_after=${new Date(Date.now() - 3_600_000).toISOString()}`,
};
