// The program that reads the files of a library: archives anyone may have made are opened here and nowhere else.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { archiveMd5s } from './archive-md5s.ts';

process.on('message', async (path: string) => {
  process.send?.(await md5sOf(path).catch(() => []));
});

async function md5sOf(path: string): Promise<string[]> {
  if (!/\.osu$/i.test(path)) return archiveMd5s(path);
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return [hash.digest('hex')];
}

// Signals to the group are the parent's to handle.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
