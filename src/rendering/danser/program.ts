import { constants, type Dirent } from 'node:fs';
import { copyFile, link, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../failure.ts';

/** A danser that shares nothing with one that runs beside it. */
export interface OwnDanser {
  readonly program: string;
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * danser keeps its settings, its list of maps and its log beside its program, or in the user's folders when it is
 * installed under /usr; two that run at once would each drop the maps of the other. So every job has one of its own: the
 * same program under another path, or other folders of the user.
 */
export async function ownDanser(path: string, folder: string): Promise<OwnDanser> {
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
      if (isOfProgram(entry)) await lay(join(dirname(program), entry.name), join(home, entry.name), entry);
    }
  } catch (cause) {
    throw unusable('Its files cannot be read.', cause);
  }
  return { program: join(home, basename(program)), settings: join(home, 'settings'), env: {} };
}

/** Beside what it came with lies what it has made: lists, logs, videos and whatever else somebody has put there. */
function isOfProgram(entry: Dirent): boolean {
  if (entry.isDirectory()) return entry.name === 'ffmpeg';
  return !/\.(log|db|db-\w+|osr|osz|mp4|mkv)$/i.test(entry.name);
}

/** A program finds its folder by the path it is started under, which a symbolic link would give away. */
async function lay(from: string, to: string, entry: Dirent): Promise<void> {
  if (entry.isDirectory()) return symlink(from, to);
  if (!entry.isFile() && !entry.isSymbolicLink()) return;
  const file = await realpath(from);
  await link(file, to).catch(() => copyFile(file, to, constants.COPYFILE_FICLONE));
}

function unusable(what: string, cause: unknown): Failure {
  return new Failure('render/danser-unusable', what, { cause });
}
