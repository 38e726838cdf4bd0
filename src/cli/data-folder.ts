import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { Failure } from '../failure.ts';

/** Makes the data folder, or says that it cannot be used. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new Failure('service/cannot-start', `The data folder ${dataDir} cannot be written (${code}). Set DATA_DIR.`, {
      cause,
    });
  }
}
