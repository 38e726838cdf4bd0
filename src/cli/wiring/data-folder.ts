import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { Failure } from '../../failure.ts';

/** Creates the data folder if it is missing. Throws a `Failure` if it is not writable. */
export async function createDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    const message = `Cannot write to the data folder ${dataDir} (${code}). Set DATA_DIR to another folder.`;
    throw new Failure('service/cannot-start', message, { cause });
  }
}
