import { execFile, execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from '../http/free-port.ts';
import { startDaemon, stopDaemon } from '../processes/daemon.ts';
import { longWait } from './fresh-database.ts';

/** The programs of Debian's PostgreSQL server; an operator installs it with `apt-get install postgresql`. */
export const debianPostgresFolder = '/usr/lib/postgresql';

export interface DebianPostgres {
  readonly port: number;
  /** The folder of its socket, where the superuser `postgres` needs no password. */
  readonly socketFolder: string;
  stop(): Promise<void>;
}

export interface DebianPostgresOptions {
  /** An existing folder that all users can enter. */
  readonly folder: string;
  readonly certificate: string;
  readonly key: string;
}

/** Starts a server that accepts connections with TLS and passwords, as Debian configures it, on a free port. */
export async function startDebianPostgres({
  folder,
  certificate,
  key,
}: DebianPostgresOptions): Promise<DebianPostgres> {
  const [newest = ''] = readdirSync(debianPostgresFolder).sort((a, b) => Number(b) - Number(a));
  const programs = join(debianPostgresFolder, newest, 'bin');
  const data = join(folder, 'postgres');
  const user = process.getuid?.() === 0 ? userNamed('postgres') : null;
  mkdirSync(data, { mode: 0o700 });
  if (user !== null) for (const path of [data, key]) chownSync(path, user.uid, user.gid);
  const access = ['--username=postgres', '--auth-local=trust', '--auth-host=scram-sha-256'];
  await promisify(execFile)(join(programs, 'initdb'), ['-D', data, ...access, '--no-sync'], { ...user, cwd: '/' });

  const port = await freePort();
  const tls = { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key };
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: data, fsync: 'off', ...tls };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = join(folder, 'postgres.log');
  const server = startDaemon(join(programs, 'postgres'), ['-D', data, ...args], { log, ...user });
  await vi.waitFor(async () => {
    const client = new pg.Client({ host: data, port, user: 'postgres' });
    await client.connect();
    await client.end();
  }, longWait);
  return { port, socketFolder: data, stop: () => stopDaemon(server, 'SIGQUIT') };
}

/** PostgreSQL refuses to run as root. */
function userNamed(name: string): { uid: number; gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
