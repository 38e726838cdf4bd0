import { readFile } from 'node:fs/promises';

const everyMs = 250;

export interface MemoryWatch {
  readonly limitBytes: number;
  /** Whether processes that it has started count, too; unless said, they do not. */
  readonly withChildren?: boolean;
  readonly onExceeded: () => void;
}

/**
 * Looks at how much of the machine's memory a process holds, all of it and not only JavaScript's heap: pictures, video
 * and WebAssembly lie elsewhere. Answers the function that stops it. Where there is no /proc, it sees nothing.
 */
export function watchMemory(pid: number, { limitBytes, withChildren = false, onExceeded }: MemoryWatch) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const held = await Promise.all([pid, ...(withChildren ? await childrenOf(pid) : [])].map(residentBytes));
    if (stopped) return;
    if (held.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0) > limitBytes) return onExceeded();
    timer = setTimeout(look, everyMs);
  }

  look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Null when the process is gone, or the system does not tell. */
async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? null : Number(kib) * 1024;
}

/** Those that its main thread has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const pids = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return (pids.match(/\d+/g) ?? []).map(Number);
}
