import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../../failure.ts';

/** Creates a hidden folder next to a video for its segments and its sound. */
export async function createSegmentFolder(file: string): Promise<string> {
  const folder = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.parts`);
  try {
    await mkdir(folder);
  } catch (cause) {
    const message = `The folder "${dirname(file)}" does not exist or is not writable.`;
    throw new Failure('video/cannot-write', message, { cause });
  }
  return folder;
}
