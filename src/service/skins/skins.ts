import { createReadStream } from 'node:fs';
import { defaultSkin } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { digest, withinTime } from '../archives/index.ts';
import type { Database } from '../database/index.ts';
import type { ObjectInfo, Storage } from '../storage/index.ts';
import { checkSkinArchive } from './archive-check.ts';
import { claimName, findSkin, recordBytes } from './registry.ts';
import { skinFolder, skinKey, skinNameInKey, skinNameOf } from './skin-name.ts';

/** The skins people may ask for, and the way a new one becomes one of them. */
export interface Skins {
  /** Sorted; the built-in one and those an operator dropped into storage included. */
  list(): Promise<string[]>;
  /** Throws the failure of the first rule an uploaded file breaks. */
  check(upload: SkinUpload): Promise<CheckedSkin>;
  /** Stores a checked file under its name, unless the name is another client's. */
  store(skin: CheckedSkin, client: string, options?: { signal?: AbortSignal }): Promise<SkinStored>;
}

export interface SkinUpload {
  path: string;
  /** As the client named it; the skin's own name comes from it. */
  fileName: string;
  signal?: AbortSignal;
}

export interface CheckedSkin {
  name: string;
  path: string;
  sizeBytes: number;
  sha256: Buffer;
}

export interface SkinStored {
  success: true;
  skin_name: string;
  message: string;
}

export interface SkinsOptions {
  database: Pick<Database, 'db'>;
  storage: Storage;
  /** How long a check may take. */
  checkMs?: number;
}

export function createSkins({ database: { db }, storage, checkMs = 60_000 }: SkinsOptions): Skins {
  return { list, check, store };

  async function list(): Promise<string[]> {
    const names = new Set([defaultSkin]);
    for await (const { key } of storage.list(skinFolder)) {
      const name = skinNameInKey(key);
      if (name !== null) names.add(name);
    }
    return [...names].sort();
  }

  async function check({ path, fileName, signal }: SkinUpload): Promise<CheckedSkin> {
    const name = skinNameOf(fileName);
    return withinTime({ ms: checkMs, late: () => new Failure('skin/too-slow'), signal }, async (ends) => {
      await checkSkinArchive(path, { signal: ends });
      return { name, path, ...(await digest(createReadStream(path))) };
    });
  }

  async function store(skin: CheckedSkin, client: string, { signal }: { signal?: AbortSignal } = {}) {
    const { name, path, sha256 } = skin;
    const key = skinKey(name);
    const existing = await storage.stat(key, { signal });
    if (existing !== null && (await hasSameBytes(existing, skin))) return stored(name, 'is stored already');

    const isVacant = existing === null;
    const isOperators = !isVacant && (await findSkin(db, name)) === null;
    if (isOperators || !(await claimName(db, { name, client, isVacant }))) throw new Failure('skin/name-taken');
    // Two uploads of one client may cross here. The later put wins, and as each records the ETag of its own bytes, what
    // is recorded either describes the object or, with another ETag, says nothing about it.
    const { etag } = await storage.putFile(key, path, { signal });
    await recordBytes(db, name, { sha256, etag });
    return stored(name, isVacant ? 'was uploaded' : 'was replaced');
  }

  /** What we recorded tells it at once; an object with another ETag has to be read, if its size allows it at all. */
  async function hasSameBytes({ key, etag, sizeBytes }: ObjectInfo, skin: CheckedSkin): Promise<boolean> {
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
