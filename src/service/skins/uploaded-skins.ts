import { sql } from 'kysely';
import { digest } from '../archives/index.ts';
import type { Database } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import { deleteSkin } from './inventory.ts';
import { findSkin } from './registry.ts';
import { skinKey } from './skin-name.ts';

/** The skins that clients have uploaded, for retention. Skins that an operator copied into storage are not among them. */
export interface UploadedSkins {
  sumSizes(): Promise<number>;
  /** Those that no unfinished job uses, least recently used first. */
  listUnused(): Promise<UnusedSkin[]>;
  /** Removes a skin and returns how many bytes that freed. One that an operator has replaced stays, as the operator's. */
  remove(name: string): Promise<number>;
}

export interface UnusedSkin {
  readonly name: string;
  /** When it was uploaded, or when the last job that uses it was submitted. */
  readonly usedAt: Date;
  readonly unusedDays: number;
}

export interface UploadedSkinsOptions {
  readonly database: Pick<Database, 'db'>;
  readonly storage: Storage;
}

export function createUploadedSkins({ database, storage }: UploadedSkinsOptions): UploadedSkins {
  const { db } = database;

  /** Measures the skins from before their sizes were recorded. */
  async function measure(): Promise<void> {
    const rows = await db
      .selectFrom('skins')
      .select('name')
      .where('bytes', 'is', null)
      .where('sha256', 'is not', null)
      .execute();
    for (const { name } of rows) {
      const object = await storage.stat(skinKey(name));
      await db
        .updateTable('skins')
        .set({ bytes: object?.sizeBytes ?? 0 })
        .where('name', '=', name)
        .execute();
    }
  }

  /** A restored or moved object has another ETag and the same bytes. */
  async function isAsUploaded(name: string): Promise<boolean> {
    const [skin, object] = [await findSkin(db, name), await storage.stat(skinKey(name))];
    if (skin === null || object === null || skin.etag === object.etag) return true;
    const opened = await storage.get(skinKey(name));
    return opened === null || (await digest(opened.stream)).sha256.equals(skin.sha256 ?? Buffer.alloc(0));
  }

  return {
    async sumSizes() {
      await measure();
      const { total } = await db
        .selectFrom('skins')
        .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
    async listUnused() {
      const { rows } = await sql<UnusedSkin>`
        select name, used_at as "usedAt",
          extract(epoch from clock_timestamp() - used_at)::float8 / 86400 as "unusedDays"
        from skins, lateral (
          select greatest(claimed_at, (select max(created_at) from jobs where options ->> 'skin' = name)) as used_at
        ) as uses
        where bytes is not null and not exists (
          select from jobs where options ->> 'skin' = name and status in ('queued', 'downloading', 'rendering')
        )
        order by used_at`.execute(db);
      return rows;
    },
    async remove(name) {
      if (await isAsUploaded(name)) return deleteSkin({ database, storage }, name);
      await db.deleteFrom('skins').where('name', '=', name).execute();
      return 0;
    },
  };
}
