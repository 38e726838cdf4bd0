import { constants, type Dirent } from 'node:fs';
import { copyFile, link, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../failure.ts';

/** A private copy of danser that shares nothing with other instances. */
export interface PrivateDanser {
  readonly program: string;
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * danser keeps its settings, map database and log next to its program, or in the user's folders if it is
 * installed under /usr. Two concurrent instances would remove each other's maps, so every job gets a private copy: the
 * same program under another path, or separate user folders.
 */
export async function createPrivateDanser(path: string, folder: string): Promise<PrivateDanser> {
  const program = await realpath(path).catch((cause) => {
    throw unusable(`There is no danser at "${path}".`, cause);
  });
  if (/^\/usr\/(bin|lib)/i.test(dirname(program))) {
    const env = { XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') };
    return { program, settings: join(env.XDG_CONFIG_HOME, 'danser'), env };
  }
  const home = join(folder, 'program');
  await mkdir(home, { recursive: true });
  try {
    for (const entry of await readdir(dirname(program), { withFileTypes: true })) {
      if (isProgramFile(entry)) await linkOrCopy(join(dirname(program), entry.name), join(home, entry.name), entry);
    }
  } catch (cause) {
    throw unusable('Its files cannot be read.', cause);
  }
  return { program: join(home, basename(program)), settings: join(home, 'settings'), env: {} };
}

/** Whether a file belongs to the program; its folder also contains databases, logs and videos that danser wrote. */
function isProgramFile(entry: Dirent): boolean {
  if (entry.isDirectory()) return entry.name === 'ffmpeg';
  return !/\.(log|db|db-\w+|osr|osz|mp4|mkv)$/i.test(entry.name);
}

/** Uses hard links: danser resolves symbolic links and would then use the original folder. */
async function linkOrCopy(from: string, to: string, entry: Dirent): Promise<void> {
  if (entry.isDirectory()) return symlink(from, to);
  if (!entry.isFile() && !entry.isSymbolicLink()) return;
  const file = await realpath(from);
  await link(file, to).catch(() => copyFile(file, to, constants.COPYFILE_FICLONE));
}

function unusable(what: string, cause: unknown): Failure {
  return new Failure('render/danser-unusable', what, { cause });
}
