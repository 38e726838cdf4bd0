import { readdirSync, readFileSync } from 'node:fs';

/** The memory of a service, by kind of process. Pages that several processes share count in parts, so the sum is right. */
export interface ServiceMemory {
  readonly serviceMb: number;
  /** Renders, and the short-lived programs that read the files of clients. */
  readonly childrenMb: number;
  readonly postgresMb: number;
}

/** Measures a process and all its descendants; Linux only. */
export function measureMemory(pid: number): ServiceMemory {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => describe(Number(name)) ?? []);
  const descendants = new Set([pid]);
  // A parent may come after its child in the list.
  for (let size = 0; size < descendants.size; ) {
    size = descendants.size;
    for (const { pid: child, parent } of processes) if (descendants.has(parent)) descendants.add(child);
  }
  const sum = (isCounted: (process: Process) => boolean) =>
    processes.filter((each) => descendants.has(each.pid) && isCounted(each)).reduce((mb, each) => mb + each.mb, 0);
  return {
    serviceMb: sum((each) => each.pid === pid),
    childrenMb: sum((each) => each.pid !== pid && each.name !== 'postgres'),
    postgresMb: sum((each) => each.name === 'postgres'),
  };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly mb: number;
}

function describe(pid: number): Process | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const field = (text: string, name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(text)?.[1] ?? '';
    return {
      pid,
      parent: Number(field(status, 'PPid')),
      name: field(status, 'Name'),
      mb: Number(field(memory, 'Pss')) / 1024,
    };
  } catch {
    // The process has ended, or another user owns it.
    return null;
  }
}
