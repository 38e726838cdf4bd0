import { Failure } from '../../failure.ts';
import { archiveLimits, openArchive } from '../../game/archive/index.ts';
import { findSkinIni, hasGameplayElements, parseSkinIni } from '../../game/skin/index.ts';

/** What the page shows about a skin file before the upload. */
export interface SkinSummary {
  /** Name and author in the skin.ini; empty if there are none. */
  readonly name: string;
  readonly author: string;
  /** Whether it has images or sounds of a play; without them, a video has those of the default skin. */
  readonly hasElements: boolean;
}

/**
 * Reads a skin file. Throws a `Failure` for a file that cannot be opened. Returns null for an archive that breaks another
 * rule of the service, which refuses it with the exact reason.
 */
export function summarizeSkin(bytes: Uint8Array): SkinSummary | null {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new Failure('skin/wrong-magic');
  try {
    const archive = openArchive(bytes, archiveLimits);
    const names = archive.entries.map(({ name }) => name);
    const iniName = findSkinIni(names);
    const { ini } = parseSkinIni(iniName === null ? null : archive.read(iniName));
    return { name: ini.name, author: ini.author, hasElements: hasGameplayElements(names, ini) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'archive/unreadable') throw new Failure('skin/damaged', error.message, { cause: error });
    return null;
  }
}
