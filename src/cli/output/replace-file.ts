import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { FileError, isSystemError } from './file-error.ts';

/** Writes a file under its name when it is complete; if that fails, an existing file stays as it was. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await writeFile(partial, text, { flag: 'wx' });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw isSystemError(error) ? new FileError('write', path, error.code) : error;
  }
}
