import { join } from 'node:path';

/** The name of both the superuser and the database. */
export const databaseName = 'reprise';

/** PostgreSQL listens on no network: the port is only part of the socket's name. */
export const port = 5432;

export function socketPath(socketFolder: string): string {
  return join(socketFolder, `.s.PGSQL.${port}`);
}

export function urlOf(socketFolder: string, database: string = databaseName): string {
  const host = encodeURIComponent(socketFolder);
  return `postgresql://${databaseName}@localhost/${database}?host=${host}&port=${port}&sslmode=disable`;
}
