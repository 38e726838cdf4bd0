import { chown, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { Failure } from '../../../failure.ts';
import type { Binaries } from './binaries.ts';
import { type Command, succeeds } from './command.ts';
import { currentUid } from './current-uid.ts';
import { ownedByAnotherUser } from './data-folder.ts';

/** The user that PostgreSQL runs as. PostgreSQL refuses to run as root, and initdb refuses a user without a name. */
export interface Account {
  /** Wraps a command line so that it runs as this account. */
  run(command: readonly string[]): Command;
  /** The required owner of its files; null: the user of this process. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

interface Location {
  readonly binaries: Binaries;
  /** PostgreSQL's folder, which exists. */
  readonly folder: string;
  /** The path of the cluster, which may not exist yet. */
  readonly cluster: string;
}

const currentUser: Account = { run: (command) => ({ command, options: {} }), owner: null };

export async function chooseAccount(location: Location): Promise<Account> {
  const clusterOwner = await ownerOf(location.cluster);
  const uid = currentUid();
  if (uid !== 0 && clusterOwner !== null && clusterOwner.uid !== uid) {
    throw ownedByAnotherUser(location.cluster, clusterOwner.uid);
  }
  if (uid !== 0 && (clusterOwner !== null || hasUserName())) return currentUser;
  for (const account of await listCandidates(uid, clusterOwner)) {
    if (await canServe(account, location)) return account;
  }
  throw new Failure('database/cannot-start', explainFailure(uid, location));
}

/** An existing cluster determines the account: PostgreSQL serves only files that it owns. */
async function listCandidates(uid: number, clusterOwner: Account['owner']): Promise<Account[]> {
  if (clusterOwner !== null && clusterOwner.uid !== 0) return [systemUser(clusterOwner)];
  const users = await readUsers();
  const namespaced = users.slice(0, 1).map(inUserNamespace);
  if (uid !== 0 || clusterOwner !== null) return namespaced;
  const systemUsers = ['postgres', 'nobody'].flatMap((name) => users.filter((user) => user.name === name));
  return [...namespaced, ...systemUsers.map(systemUser)];
}

/** Inside the namespace, PostgreSQL is an ordinary user; outside, the files stay ours, even in a folder of root's. */
function inUserNamespace({ uid, gid }: { uid: number; gid: number }): Account {
  const unshare = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  return { run: (command) => ({ command: [...unshare, ...command], options: {} }), owner: null };
}

function systemUser({ uid, gid }: { uid: number; gid: number }): Account {
  return { run: (command) => ({ command, options: { uid, gid } }), owner: { uid, gid } };
}

/** Whether the account can run the programs and write to the folder. */
async function canServe(account: Account, { binaries, folder }: Location): Promise<boolean> {
  const before = await stat(folder);
  if (account.owner !== null) await chown(folder, account.owner.uid, account.owner.gid);
  const isAble =
    (await succeeds(account.run([binaries.postgres, '--version']))) &&
    (await succeeds(account.run(['test', '-w', folder])));
  if (!isAble && account.owner !== null) await chown(folder, before.uid, before.gid);
  return isAble;
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

function hasUserName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

async function readUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && uid > 0 && Number.isInteger(gid));
}

function explainFailure(uid: number, { folder }: Location): string {
  const reason =
    uid === 0
      ? 'PostgreSQL refuses to run as root, and neither a user namespace nor the users "postgres" and "nobody" can ' +
        `access its programs and ${folder}.`
      : `PostgreSQL needs a user with a name, and user ${uid} has none in /etc/passwd.`;
  return `${reason} Run this program as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`;
}
