import { constants } from 'node:fs';
import { access, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../failure.ts';

/** PostgreSQL's part of DATA_DIR. */
export interface DataFolder {
  readonly folder: string;
  /** PostgreSQL's own files; there after the first start. */
  readonly cluster: string;
}

export async function makeDataFolder(dataDir: string): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true });
  await makePrivateFolder(join(dataDir, 'postgres'));
  return (await findDataFolder(dataDir))!;
}

/** The folder under one name, whichever way it was reached; null when it was never made. */
export async function findDataFolder(dataDir: string): Promise<DataFolder | null> {
  const path = join(dataDir, 'postgres');
  try {
    const folder = await realpath(path);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return { folder, cluster: join(folder, 'cluster') };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw belongsToAnother(path, (await stat(path).catch(() => null))?.uid, { cause });
  }
}

export function belongsToAnother(path: string, owner: number | undefined, options?: ErrorOptions): Failure {
  const whose = owner === undefined ? 'cannot be entered' : `belongs to user ${owner}`;
  return new Failure(
    'database/cannot-start',
    `The database in ${path} ${whose}, and this process runs as user ${process.getuid!()}. ` +
      'Run it as the user who made it, or choose another DATA_DIR.',
    options,
  );
}

export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
