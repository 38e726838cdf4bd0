import { createReadStream } from 'node:fs';
import { defaultSkin, isSkinName, type SkinDetails, type SkinRemoved } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { digest, withTimeLimit } from '../archives/index.ts';
import type { Database } from '../database/index.ts';
import type { ObjectInfo, Storage } from '../storage/index.ts';
import { deleteSkin } from './inventory.ts';
import { claimName, findSkin, isInUse, listClients, recordHash, releaseName, renewClaim } from './registry.ts';
import { loadSkinDetails, recordSkinDetails } from './skin-details.ts';
import { skinFolder, skinKey, skinNameInKey, skinNameOf } from './skin-name.ts';
import { type SkinIniFacts, validateSkin } from './validate-skin.ts';

/** Lists, validates, stores and removes skins. */
export interface Skins {
  /** Sorted, as the client sees them; includes the built-in skin and those that an operator copied into storage. */
  list(client: string): Promise<SkinDetails[]>;
  /** Validates an uploaded file; throws the failure of the first broken rule. */
  check(upload: SkinUpload): Promise<ValidatedSkin>;
  /** Stores a validated file under its name, unless the name belongs to another client. */
  store(skin: ValidatedSkin, client: string, options?: StoreOptions): Promise<SkinStored>;
  /**
   * Removes a skin of the client, and frees its name. Throws `skin/not-found`, `skin/not-yours`, or `skin/in-use` while an
   * unfinished job uses it. A call that is repeated after an error of the storage deletes what the first one has left.
   */
  remove(name: string, client: string): Promise<SkinRemoved>;
}

export interface StoreOptions {
  readonly signal?: AbortSignal;
  /** Called before the bytes of a stored skin are replaced; it throws if this client may not replace them. */
  readonly beforeReplace?: () => void;
}

export interface SkinUpload {
  readonly path: string;
  /** The file name sent by the client; the skin's name is derived from it. */
  readonly fileName: string;
  readonly signal?: AbortSignal;
}

export interface ValidatedSkin {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  readonly facts: SkinIniFacts;
}

export interface SkinStored {
  readonly success: true;
  readonly skin_name: string;
  readonly message: string;
}

export interface SkinsOptions {
  readonly database: Pick<Database, 'db'>;
  readonly storage: Storage;
  /** The time limit of the validation. */
  readonly checkMs?: number;
}

export function createSkins({ database, storage, checkMs = 60_000 }: SkinsOptions): Skins {
  const { db } = database;
  return { list, check, store, remove };

  async function list(client: string): Promise<SkinDetails[]> {
    const [clients, findDetails] = await Promise.all([listClients(db), loadSkinDetails(db)]);
    const builtIn: SkinDetails = { name: defaultSkin, author: null, version: null, owner: 'built-in' };
    const skins = [builtIn];
    for await (const object of storage.list(skinFolder)) {
      const name = skinNameInKey(object.key);
      if (name === null || name === defaultSkin) continue;
      const { author, version } = findDetails(object) ?? { author: null, version: null };
      const uploader = clients.get(name);
      const owner = uploader === undefined ? 'operator' : uploader === client ? 'you' : 'another-client';
      skins.push({ name, author, version, owner });
    }
    return skins.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async function check({ path, fileName, signal }: SkinUpload): Promise<ValidatedSkin> {
    const name = skinNameOf(fileName);
    return withTimeLimit({ ms: checkMs, late: () => new Failure('skin/too-slow'), signal }, async (ends) => {
      const facts = await validateSkin(path, { signal: ends });
      return { name, path, facts, ...(await digest(createReadStream(path))) };
    });
  }

  async function store(skin: ValidatedSkin, client: string, { signal, beforeReplace }: StoreOptions = {}) {
    const { name, path, sha256, sizeBytes, facts } = skin;
    const key = skinKey(name);
    const existing = await storage.stat(key, { signal });
    if (existing !== null && (await hasSameBytes(existing, skin))) {
      await renewClaim(db, name);
      return stored(name, 'is stored already');
    }

    const isVacant = existing === null;
    if (!isVacant) beforeReplace?.();
    const isOperators = !isVacant && (await findSkin(db, name)) === null;
    const claimedAt = isOperators ? null : await claimName(db, { name, client, isVacant });
    if (claimedAt === null) throw new Failure('skin/name-taken');
    // Two uploads of one client may run at once. The later put wins. Each records the ETag of its own bytes, so the
    // record either describes the stored object or has another ETag and is ignored.
    const { etag } = await storage.putFile(key, path, { signal }).catch(async (error: unknown) => {
      // If this fails too, the first error is more useful.
      await releaseVacant(name, claimedAt).catch(() => {});
      throw error;
    });
    await recordHash(db, { name, client }, { sha256, etag, bytes: sizeBytes });
    const object = await storage.stat(key, { signal });
    if (object?.etag === etag) await recordSkinDetails(db, object, facts);
    return stored(name, isVacant ? 'was uploaded' : 'was replaced');
  }

  async function remove(name: string, client: string): Promise<SkinRemoved> {
    if (!isSkinName(name)) throw new Failure('skin/not-found');
    const claim = await findSkin(db, name);
    if (claim?.client !== client) {
      const exists = name === defaultSkin || (await storage.stat(skinKey(name))) !== null;
      throw new Failure(exists ? 'skin/not-yours' : 'skin/not-found');
    }
    if (await isInUse(db, name)) throw new Failure('skin/in-use');
    await deleteSkin({ database, storage }, name);
    return { skin_name: name, message: `Skin "${name}" was removed.` };
  }

  /** Frees the name of an upload that failed. An object that exists nevertheless keeps its owner. */
  async function releaseVacant(name: string, claimedAt: Date): Promise<void> {
    if ((await storage.stat(skinKey(name))) === null) await releaseName(db, name, claimedAt);
  }

  /** Compares with the recorded hash; an object with another ETag must be read, if its size matches. */
  async function hasSameBytes({ key, etag, sizeBytes }: ObjectInfo, skin: ValidatedSkin): Promise<boolean> {
    if (sizeBytes !== skin.sizeBytes) return false;
    const known = await findSkin(db, skin.name);
    if (known?.etag === etag) return known.sha256?.equals(skin.sha256) === true;
    const object = await storage.get(key);
    return object !== null && (await digest(object.stream)).sha256.equals(skin.sha256);
  }
}

function stored(name: string, what: string): SkinStored {
  return { success: true, skin_name: name, message: `Skin "${name}" ${what}.` };
}
