import { Failure } from '../../failure.ts';
import { skinArchiveLimits } from '../../game/archive/index.ts';
import { findSkinIni, parseSkinIni } from '../../game/skin/index.ts';
import { type ArchiveOptions, ArchiveRefused, archiveEntries } from '../archives/index.ts';

/** What a skin.ini says about its skin; null if it is missing. */
export interface SkinIniFacts {
  readonly author: string | null;
  /** Of the skin format. */
  readonly version: number | null;
}

/** Real files have a few kilobytes, and author and version are at the top. */
const maxIniBytes = 64 * 1024;
const maxAuthorLength = 100;

/** Validates a skin's archive by unpacking every file; throws the failure of the first broken rule. */
export async function validateSkin(path: string, options: ArchiveOptions = {}): Promise<SkinIniFacts> {
  const names: string[] = [];
  const iniFiles = new Map<string, Buffer>();
  try {
    for await (const entry of archiveEntries(path, { limits: skinArchiveLimits, ...options })) {
      if (!entry.isFolder) names.push(entry.path);
      if (!/^([^/]+\/)?skin\.ini$/i.test(entry.path)) await entry.read();
      else iniFiles.set(entry.path, await readStart(entry));
    }
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    throw new Failure(`skin/${error.rule}`, error.message, { cause: error });
  }
  const bytes = iniFiles.get(findSkinIni(names) ?? '');
  return bytes === undefined ? { author: null, version: null } : factsOf(bytes);
}

/** Inflates the whole entry, as for every other one, and returns its first bytes. */
async function readStart(entry: { read(to: (chunk: Uint8Array) => void): Promise<void> }): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  await entry.read((chunk) => {
    if (length < maxIniBytes) chunks.push(chunk.slice());
    length += chunk.length;
  });
  return Buffer.concat(chunks).subarray(0, maxIniBytes);
}

function factsOf(bytes: Uint8Array): SkinIniFacts {
  const { ini } = parseSkinIni(bytes);
  // PostgreSQL stores no NUL, and no list shows control characters.
  const author = ini.author.replace(/\p{Cc}/gu, '').trim();
  return { author: author === '' ? null : author.slice(0, maxAuthorLength), version: ini.version };
}
