import { Failure } from '../../failure.ts';
import { skinArchiveLimits } from '../../game/archive/index.ts';
import { type ArchiveOptions, ArchiveRefused, archiveMembers } from '../archives/index.ts';

/** Validates a skin's archive by unpacking every file; throws the failure of the first broken rule. */
export async function validateSkinArchive(path: string, options: ArchiveOptions = {}): Promise<void> {
  try {
    for await (const member of archiveMembers(path, { limits: skinArchiveLimits, ...options })) await member.read();
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    throw new Failure(`skin/${error.rule}`, error.message, { cause: error });
  }
}
