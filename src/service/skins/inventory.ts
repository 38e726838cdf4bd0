import { Failure } from '../../failure.ts';
import type { Database } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import { findSkin, listClients, releaseName } from './registry.ts';
import { previewFolder, skinFolder, skinKey, skinNameInKey } from './skin-name.ts';

/** A stored skin, as listed for operators. */
export interface SkinInfo {
  readonly name: string;
  readonly sizeBytes: number;
  readonly storedAt: Date;
  /** The client that uploaded it; null if an operator copied it into storage. */
  readonly client: string | null;
}

interface Inventory {
  readonly database: Pick<Database, 'db'>;
  readonly storage: Storage;
}

export async function listStoredSkins({ database: { db }, storage }: Inventory): Promise<SkinInfo[]> {
  const clients = await listClients(db);
  const skins: SkinInfo[] = [];
  for await (const { key, sizeBytes, lastModified } of storage.list(skinFolder)) {
    const name = skinNameInKey(key);
    if (name !== null) skins.push({ name, sizeBytes, storedAt: lastModified, client: clients.get(name) ?? null });
  }
  return skins.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Removes a skin and frees its name; jobs that wait for it will fail with `skin/not-found`. */
export async function removeSkin({ database, storage }: Inventory, name: string): Promise<void> {
  const key = skinKey(name);
  if (skinNameInKey(key) === null || (await storage.stat(key)) === null) {
    throw new Failure('skin/not-found', `There is no skin "${name}" in storage.`);
  }
  await deleteSkin({ database, storage }, name);
}

/** Deletes a skin, as far as it exists, with its previews and its name. Returns how many bytes that freed. */
export async function deleteSkin({ database: { db }, storage }: Inventory, name: string): Promise<number> {
  const claim = await findSkin(db, name);
  let freedBytes = (await storage.stat(skinKey(name)))?.sizeBytes ?? 0;
  await storage.delete(skinKey(name));
  for await (const { key, sizeBytes } of storage.list(previewFolder(name))) {
    await storage.delete(key);
    freedBytes += sizeBytes;
  }
  await db.deleteFrom('skin_details').where('name', '=', name).execute();
  // An upload that began in the meantime has renewed the claim, and keeps it.
  if (claim !== null) await releaseName(db, name, claim.claimed_at);
  return freedBytes;
}
