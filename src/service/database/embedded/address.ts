import { join } from 'node:path';

/** The superuser, and the database, that we use. */
export const ourName = 'reprise';

/** It listens on no network: the number only names the socket. */
export const port = 5432;

export function socketPath(socketFolder: string): string {
  return join(socketFolder, `.s.PGSQL.${port}`);
}

export function urlOf(socketFolder: string, database: string = ourName): string {
  const host = encodeURIComponent(socketFolder);
  return `postgresql://${ourName}@localhost/${database}?host=${host}&port=${port}&sslmode=disable`;
}
