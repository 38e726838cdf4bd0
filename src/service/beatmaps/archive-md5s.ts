import { createHash } from 'node:crypto';
import { ArchiveRefused, archiveEntries } from '../archives/index.ts';

/** The MD5s of all difficulties in an .osz, without reading its other files; unreadable ones are skipped. */
export async function archiveMd5s(path: string): Promise<string[]> {
  const md5s: string[] = [];
  for await (const entry of archiveEntries(path)) {
    if (!/\.osu$/i.test(entry.path)) continue;
    const hash = createHash('md5');
    try {
      await entry.read((chunk) => void hash.update(chunk));
      md5s.push(hash.digest('hex'));
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
    }
  }
  return md5s;
}
