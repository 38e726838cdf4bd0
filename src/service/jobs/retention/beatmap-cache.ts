import { type Kysely, sql } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import type { Schema } from '../../database/index.ts';
import type { ListedObject, Storage } from '../../storage/index.ts';

interface CachedMap extends ListedObject {
  readonly md5: string;
}

/**
 * Deletes the least recently used of the beatmap sets that mirrors delivered, until the rest fits. Returns the size of the
 * rest. A set is used when it is fetched, and when a job for it is submitted.
 */
export async function trimBeatmapCache(db: Kysely<Schema>, storage: Storage, maxBytes: number): Promise<number> {
  const maps: CachedMap[] = [];
  for await (const object of storage.list('beatmaps/')) {
    const md5 = object.key.match(/^beatmaps\/([0-9a-f]{32})\.osz$/)?.[1];
    if (md5 !== undefined) maps.push({ ...object, md5 });
  }
  let storedBytes = maps.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (storedBytes <= maxBytes) return storedBytes;
  const submitted = await findLastSubmissions(db, maps);
  const usedAt = ({ md5, lastModified }: CachedMap) => Math.max(lastModified.getTime(), submitted.get(md5) ?? 0);
  for (const { md5, sizeBytes } of maps.sort((a, b) => usedAt(a) - usedAt(b))) {
    if (storedBytes <= maxBytes) break;
    await storage.delete(artifactKeys.fetchedBeatmap(md5));
    storedBytes -= sizeBytes;
  }
  return storedBytes;
}

/** When the last job for each map was submitted, in milliseconds. */
async function findLastSubmissions(db: Kysely<Schema>, maps: readonly CachedMap[]): Promise<Map<string, number>> {
  // The condition on the length lets PostgreSQL use the index.
  const { rows } = await sql<{ md5: string; last: Date }>`
    select md5, last from unnest(${maps.map(({ md5 }) => md5)}::text[]) as md5, lateral (
      select max(created_at) as last from jobs where beatmap_md5 = md5 and length(beatmap_md5) = 32
    ) as jobs_of_map where last is not null`.execute(db);
  return new Map(rows.map(({ md5, last }) => [md5, last.getTime()]));
}
