import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process as the kernel tells of it. */
export interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly folder: string;
}

export function allProcesses(): Seen[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? []);
}

function look(pid: number): Seen | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may hold anything.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(parent), command, folder: readlinkSync(`/proc/${pid}/cwd`) };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}
