import { chown, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { Failure } from '../../../failure.ts';
import type { Binaries } from './binaries.ts';
import { type Command, succeeds } from './command.ts';
import { belongsToAnother } from './data-folder.ts';

/** As whom PostgreSQL runs: it refuses to be root, and initdb refuses a user without a name. */
export interface Account {
  /** Wraps a command line so that it runs as this account. */
  run(command: readonly string[]): Command;
  /** The owner its files need to have; null: whoever we are. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

interface Place {
  readonly binaries: Binaries;
  /** PostgreSQL's folder; it exists. */
  readonly folder: string;
  /** Where the cluster is, or will be. */
  readonly cluster: string;
}

const ourselves: Account = { run: (command) => ({ command, options: {} }), owner: null };

export async function chooseAccount(place: Place): Promise<Account> {
  const clusterOwner = await ownerOf(place.cluster);
  const uid = process.getuid!();
  if (uid !== 0 && clusterOwner !== null && clusterOwner.uid !== uid) {
    throw belongsToAnother(place.cluster, clusterOwner.uid);
  }
  if (uid !== 0 && (clusterOwner !== null || hasName())) return ourselves;
  for (const account of await candidates(uid, clusterOwner)) {
    if (await canServe(account, place)) return account;
  }
  throw new Failure('database/cannot-start', advice(uid, place));
}

/** An existing cluster decides: PostgreSQL serves only files that are its own. */
async function candidates(uid: number, clusterOwner: Account['owner']): Promise<Account[]> {
  if (clusterOwner !== null && clusterOwner.uid !== 0) return [systemUser(clusterOwner)];
  const users = await namedUsers();
  const namespaced = users.slice(0, 1).map(inUserNamespace);
  if (uid !== 0 || clusterOwner !== null) return namespaced;
  const servants = ['postgres', 'nobody'].flatMap((name) => users.filter((user) => user.name === name));
  return [...namespaced, ...servants.map(systemUser)];
}

/** Inside, PostgreSQL sees an ordinary user; outside, the files stay ours, even in a folder only root can enter. */
function inUserNamespace({ uid, gid }: { uid: number; gid: number }): Account {
  const unshare = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  return { run: (command) => ({ command: [...unshare, ...command], options: {} }), owner: null };
}

function systemUser({ uid, gid }: { uid: number; gid: number }): Account {
  return { run: (command) => ({ command, options: { uid, gid } }), owner: { uid, gid } };
}

/** Whether it reaches both the programs and the folder. */
async function canServe(account: Account, { binaries, folder }: Place): Promise<boolean> {
  const before = await stat(folder);
  if (account.owner !== null) await chown(folder, account.owner.uid, account.owner.gid);
  const able =
    (await succeeds(account.run([binaries.postgres, '--version']))) &&
    (await succeeds(account.run(['test', '-w', folder])));
  if (!able && account.owner !== null) await chown(folder, before.uid, before.gid);
  return able;
}

async function ownerOf(path: string): Promise<Account['owner']> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

async function namedUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && uid > 0 && Number.isInteger(gid));
}

function advice(uid: number, { folder }: Place): string {
  const who =
    uid === 0
      ? 'PostgreSQL refuses to run as root, and neither a user namespace nor the users "postgres" and "nobody" can ' +
        `reach its programs and ${folder} here.`
      : `PostgreSQL needs a user with a name, and user ${uid} has none in /etc/passwd.`;
  return `${who} Run this program as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`;
}
