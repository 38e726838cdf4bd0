import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** Returns a temporary path in the folder of a file, so that the finished file can be renamed in one step. */
export function temporaryPathOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.part`);
}
