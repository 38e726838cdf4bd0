import { Failure } from '../../failure.ts';
import { skinArchiveLimits } from '../../game/archive/index.ts';
import { type ArchiveOptions, ArchiveRefused, archiveMembers } from '../archives/index.ts';

/** Throws the failure of the first rule a skin's archive breaks; every file in it is unpacked once and thrown away. */
export async function checkSkinArchive(path: string, options: ArchiveOptions = {}): Promise<void> {
  try {
    for await (const member of archiveMembers(path, { limits: skinArchiveLimits, ...options })) await member.read();
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    throw new Failure(`skin/${error.rule}`, error.message, { cause: error });
  }
}
