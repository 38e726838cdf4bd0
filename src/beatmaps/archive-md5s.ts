import { createHash } from 'node:crypto';
import { Failure } from '../failure.ts';
import { type Archive, openArchive } from '../osu/archive/index.ts';

/** The MD5 of every difficulty in an .osz; those that cannot be read are left out. */
export function archiveMd5s(bytes: Uint8Array): string[] {
  const archive = openArchive(bytes);
  return archive.entries.flatMap(({ name }) => (/\.osu$/i.test(name) ? md5OfMember(archive, name) : []));
}

function md5OfMember(archive: Archive, name: string): string[] {
  try {
    const bytes = archive.read(name);
    return bytes === null ? [] : [createHash('md5').update(bytes).digest('hex')];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
