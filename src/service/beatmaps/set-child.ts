// The child program that reads beatmap sets. A hostile set can exhaust or crash only this process.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { serveChild } from '../../children/index.ts';
import { archiveMd5s } from './archive-md5s.ts';
import { type MapFiles, type MapTask, readMap } from './read-map.ts';

/** A path asks for the MD5s of the maps in that file, a task for one map. */
serveChild(async (task: string | MapTask): Promise<string[] | MapFiles | null> => {
  if (typeof task !== 'string') return readMap(task);
  if (!/\.osu$/i.test(task)) return archiveMd5s(task);
  const hash = createHash('md5');
  await pipeline(createReadStream(task), hash);
  return [hash.digest('hex')];
});
