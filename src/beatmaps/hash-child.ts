// The program that reads the files of a library: archives anyone may have made are opened here and nowhere else.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { archiveMd5s } from './archive-md5s.ts';

process.on('message', async (path: string) => {
  process.send?.(await md5sOf(path).catch(() => []));
});

async function md5sOf(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  return /\.osu$/i.test(path) ? [createHash('md5').update(bytes).digest('hex')] : archiveMd5s(bytes);
}

// Signals to the group are the parent's to handle.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
