import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/index.ts';

/** The conditions of a search, written so that PostgreSQL uses the index of words only where that is faster. */
export interface SearchPlan {
  /** To collect some matches. */
  readonly inAnyOrder: readonly RawBuilder<boolean>[];
  /** To find a page of more matches than can be sorted. */
  readonly newestFirst: readonly RawBuilder<boolean>[];
}

export interface PlannedSearch {
  /** Each word as a query of PostgreSQL. */
  readonly words: readonly string[];
  /** The other conditions. */
  readonly filters: readonly RawBuilder<boolean>[];
  /** How many matches the page and those before it have. */
  readonly lastRow: number;
}

/** How many of the newest jobs show how frequent a word is. */
const sampleSize = 2_000;
/** More frequent words are compared with the jobs that other conditions find, or with one job after another. */
const maxIndexedShare = 0.05;

/**
 * Looks how many of the newest jobs have each word, because PostgreSQL's own statistics do not know the beginnings of words:
 * it takes every word that it has not counted for a rare one.
 */
export async function planSearch(database: Database, search: PlannedSearch): Promise<SearchPlan> {
  const { words, filters, lastRow } = search;
  if (words.length === 0) return { inAnyOrder: [], newestFirst: [] };
  const { jobs, sampled, withWord, matches } = await readSample(database, words, filters);
  const share = (count: number) => count / Math.max(1, sampled);
  const isRare = (_: string, i: number) => share(withWord[i]!) < maxIndexedShare;
  const rare = words.filter(isRare);
  const frequent = words.filter((word, i) => !isRare(word, i));
  const inAnyOrder = [...indexed(rare), ...compared(frequent)];
  // Either the rows up to the end of the page are compared, or those that the index returns are sorted.
  const comparedRows = lastRow / share(matches);
  const sortedRows = jobs * Math.min(...withWord.map(share));
  return { inAnyOrder, newestFirst: comparedRows < sortedRows ? compared(words) : inAnyOrder };
}

interface Sample {
  /** The number of all jobs, about. */
  readonly jobs: number;
  readonly sampled: number;
  /** How many jobs of the sample have each word, and how many match the whole search. */
  readonly withWord: readonly number[];
  readonly matches: number;
}

async function readSample(
  database: Database,
  words: readonly string[],
  filters: readonly RawBuilder<boolean>[],
): Promise<Sample> {
  const hasWord = words.map((word) => sql`words @@ to_tsquery('simple', ${word})`);
  const counts = hasWord.map((condition) => sql`count(*) filter (where ${condition})`);
  const { sql: text, parameters } = sql`
    select (select greatest(reltuples, 0)::float8 from pg_class where oid = 'jobs'::regclass) as jobs,
      count(*)::int as sampled, array[${sql.join(counts)}]::int[] as "withWord",
      (count(*) filter (where ${sql.join([...hasWord, ...filters], sql` and `)}))::int as matches
    from (select * from jobs order by created_at desc, id desc limit ${sql.lit(sampleSize)}) as sample`.compile(
    database.db,
  );
  const [sample] = await database.query<Sample & pg.QueryResultRow>({ text }, parameters);
  return sample!;
}

function indexed(words: readonly string[]): RawBuilder<boolean>[] {
  return words.length === 0 ? [] : [hasAll(words)];
}

/** `coalesce` keeps PostgreSQL from using the index, and from its estimate that hardly any job has such a word. */
function compared(words: readonly string[]): RawBuilder<boolean>[] {
  return words.length === 0 ? [] : [sql`coalesce(${hasAll(words)}, false)`];
}

function hasAll(words: readonly string[]): RawBuilder<boolean> {
  return sql`words @@ to_tsquery('simple', ${words.join(' & ')})`;
}
