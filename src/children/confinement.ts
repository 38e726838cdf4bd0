import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * The commands that a child is started with, best first. Each replaces itself by the next one, so the child keeps its
 * process id. `setpriv` lets no program gain privileges. With a user namespace of its own, a child may not look into other
 * processes of the same user, whose environment and memory hold secrets; with a network namespace of its own, it has no network.
 */
const setpriv = ['/usr/bin/setpriv', '--no-new-privs'];
const unshare = ['/usr/bin/unshare', '--user', '--map-current-user', '--net'];
const candidates = [[...unshare, ...setpriv], setpriv];

let found: readonly string[] | null = null;

/** The command that confines a child; empty where the system has none. Containers often allow no namespaces. */
export function confinement(): readonly string[] {
  found ??= process.platform === 'linux' ? (candidates.find(works) ?? []) : [];
  return found;
}

function works([program = '', ...args]: readonly string[]): boolean {
  if (!existsSync(program)) return false;
  try {
    execFileSync(program, [...args, process.execPath, '--version'], { stdio: 'ignore', env: {} });
    return true;
  } catch {
    return false;
  }
}
