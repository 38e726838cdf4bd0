import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process as listed in /proc. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly folder: string;
}

/** All processes of this machine. */
export function allProcesses(): ProcessInfo[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** The children of a process; unlike `allProcesses`, cheap enough to poll. */
export function childrenOf(pid: number): ProcessInfo[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return pids.filter((text) => text !== '').flatMap((text) => readProcess(Number(text)) ?? []);
  } catch {
    // The process itself has ended.
    return [];
  }
}

function readProcess(pid: number): ProcessInfo | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name in parentheses, may contain spaces and parentheses.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(parent), command, folder: readlinkSync(`/proc/${pid}/cwd`) };
  } catch {
    // It has ended in the meantime.
    return null;
  }
}
