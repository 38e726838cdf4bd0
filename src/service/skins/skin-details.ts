import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import { Failure } from '../../failure.ts';
import { type Database, type Schema, withLease } from '../database/index.ts';
import type { ListedObject, Storage } from '../storage/index.ts';
import { skinFolder, skinNameInKey } from './skin-name.ts';
import { type SkinIniFacts, validateSkin } from './validate-skin.ts';

/** A bucket rounds the time of an object to seconds in some responses and not in others. */
const timeToleranceMs = 2_000;

/** Finds what is known about the skin.ini of a stored skin; null if that object has not been read yet. */
export async function loadSkinDetails(db: Kysely<Schema>): Promise<(object: ListedObject) => SkinIniFacts | null> {
  const rows = await db.selectFrom('skin_details').selectAll().execute();
  const byName = new Map(rows.map((row) => [row.name, row]));
  return ({ key, sizeBytes, lastModified }) => {
    const row = byName.get(skinNameInKey(key) ?? '');
    if (row?.bytes !== sizeBytes) return null;
    const isSame = Math.abs(row.stored_at.getTime() - lastModified.getTime()) < timeToleranceMs;
    return isSame ? { author: row.author, version: row.version } : null;
  };
}

export async function recordSkinDetails(
  db: Kysely<Schema>,
  { key, sizeBytes, lastModified }: ListedObject,
  facts: SkinIniFacts,
): Promise<void> {
  const row = { bytes: sizeBytes, stored_at: lastModified, ...facts };
  await db
    .insertInto('skin_details')
    .values({ name: skinNameInKey(key) ?? '', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export interface SkinScanOptions {
  readonly database: Pick<Database, 'db'>;
  readonly storage: Storage;
  /** Returns an unused path. */
  readonly newPath: () => string;
  readonly signal?: AbortSignal;
}

/**
 * Reads the skin.ini of every stored skin that has not been read yet: those that an operator copied into storage, and those
 * from before the details were recorded. One process at a time does so.
 */
export async function readMissingSkinDetails(options: SkinScanOptions): Promise<void> {
  const { db } = options.database;
  const find = await loadSkinDetails(db);
  const missing: ListedObject[] = [];
  for await (const object of options.storage.list(skinFolder)) {
    if (skinNameInKey(object.key) !== null && find(object) === null) missing.push(object);
  }
  if (missing.length === 0) return;
  await withLease(db, { name: 'skin details', seconds: 60 }, async (lost) => {
    const signal = options.signal ? AbortSignal.any([lost, options.signal]) : lost;
    try {
      for (const object of missing) {
        signal.throwIfAborted();
        await recordSkinDetails(db, object, await readStoredSkin(object.key, { ...options, signal }));
      }
    } catch (error) {
      // The next scan continues.
      if (!signal.aborted) throw error;
    }
  });
}

const unknown: SkinIniFacts = { author: null, version: null };

/** An operator's file may be anything; the facts of one that cannot be read stay unknown. */
async function readStoredSkin(key: string, { storage, newPath, signal }: SkinScanOptions): Promise<SkinIniFacts> {
  const object = await storage.get(key, { signal });
  if (object === null) return unknown;
  const path = newPath();
  try {
    await pipeline(object.stream, createWriteStream(path), { signal });
    return await validateSkin(path, { signal });
  } catch (error) {
    if (error instanceof Failure) return unknown;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
