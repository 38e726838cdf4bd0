import { constants } from 'node:fs';
import { access, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../failure.ts';
import { currentUid } from './current-uid.ts';

/** PostgreSQL's folder in DATA_DIR. */
export interface DataFolder {
  readonly folder: string;
  /** The folder of PostgreSQL's own files, which exists after the first start. */
  readonly cluster: string;
}

export async function createPostgresFolder(dataDir: string): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true });
  await createPrivateFolder(join(dataDir, 'postgres'));
  const created = await findDataFolder(dataDir);
  if (created === null) throw new Error(`The folder for the database in ${dataDir} was removed while we created it.`);
  return created;
}

/** Resolves links, so that every path to the folder gives the same result. Returns null if it was never created. */
export async function findDataFolder(dataDir: string): Promise<DataFolder | null> {
  const path = join(dataDir, 'postgres');
  try {
    const folder = await realpath(path);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return { folder, cluster: join(folder, 'cluster') };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw ownedByAnotherUser(path, (await stat(path).catch(() => null))?.uid, { cause });
  }
}

export function ownedByAnotherUser(path: string, owner: number | undefined, options?: ErrorOptions): Failure {
  const problem = owner === undefined ? 'cannot be opened' : `belongs to user ${owner}`;
  return new Failure(
    'database/cannot-start',
    `The database in ${path} ${problem}, and this process runs as user ${currentUid()}. ` +
      'Run it as the user who created the database, or choose another DATA_DIR.',
    options,
  );
}

export async function createPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
