import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDiskFull } from '../../disk-full.ts';
import type { FileSource } from '../scene-loader/index.ts';

/**
 * Writes a set to a folder that danser may modify. It contains only the played map, because danser would
 * otherwise read all of them.
 */
export async function writeBeatmapSet(files: FileSource, folder: string, beatmapMd5: string): Promise<void> {
  const isOther = (name: string, bytes: Uint8Array) =>
    /\.osu$/i.test(name) && createHash('md5').update(bytes).digest('hex') !== beatmapMd5;
  await writeFiles(files, folder, isOther);
}

export async function writeFiles(
  files: FileSource,
  folder: string,
  isLeftOut: (name: string, bytes: Uint8Array) => boolean = () => false,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of files.names) {
    const bytes = files.read(name);
    if (bytes === null || isLeftOut(name, bytes)) continue;
    const path = join(folder, name);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    } catch (error) {
      // Skip a name that the file system rejects, or that is both a file and a folder. A full disk is an error.
      if (isDiskFull(error)) throw error;
    }
  }
}
