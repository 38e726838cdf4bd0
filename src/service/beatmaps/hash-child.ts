// The child program that hashes library files. It is the only place that opens archives of unknown origin.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { serveChild } from '../../children/index.ts';
import { archiveMd5s } from './archive-md5s.ts';

serveChild(async (path: string): Promise<string[]> => {
  if (!/\.osu$/i.test(path)) return archiveMd5s(path);
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return [hash.digest('hex')];
});
