import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folders whose files a child may open; it may always read its own program. */
export interface FilePermissions {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** The name that Node gave the flag before version 24; later versions may drop it. */
const permissionFlag = Number(process.versions.node.split('.')[0]) < 24 ? '--experimental-permission' : '--permission';

/**
 * The options with which Node denies a program all other files, and child processes, worker threads and native modules. They do not
 * restrict native code, so use them only for programs without native modules.
 */
export function permissionArgs(program: string, { read, write }: FilePermissions): string[] {
  // Node loads the program by its real path and looks for package.json beside its folder.
  const own = [program, ...(existsSync(program) ? [realpathSync(program)] : [])].map((path) => dirname(path));
  return [
    permissionFlag,
    ...allow('read', [...own.flatMap((folder) => [all(folder), join(folder, '../package.json')]), ...read.map(all)]),
    ...allow('write', write.map(all)),
  ];
}

/** Every file below a folder, whether the folder exists yet or not. */
function all(folder: string): string {
  return `${folder}/*`;
}

/** Each path once: Node 20 aborts at a path that it already has. */
function allow(access: 'read' | 'write', paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => resolve(path)))].map((path) => `--allow-fs-${access}=${path}`);
}
