import { readFile } from 'node:fs/promises';

const intervalMs = 250;

export interface MemoryWatch {
  readonly limitBytes: number;
  /** Counts the processes that it has started, too. */
  readonly countsChildren?: boolean;
  readonly onExceeded: () => void;
}

/**
 * Watches the resident memory of a process. The JavaScript heap is only a part of it: images, video and WebAssembly lie
 * outside. Returns the function that stops watching. Without /proc it sees nothing.
 */
export function watchMemory(pid: number, { limitBytes, countsChildren = false, onExceeded }: MemoryWatch): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const pids = [pid, ...(countsChildren ? await childrenOf(pid) : [])];
    const sizes = await Promise.all(pids.map(residentBytes));
    if (isStopped) return;
    if (sizes.reduce((sum, bytes) => sum + bytes, 0) > limitBytes) return onExceeded();
    timer = setTimeout(check, intervalMs);
  }

  check();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** 0 when the process is gone, or the system does not report it. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kib ?? 0) * 1024;
}

/** The processes that its main thread has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const pids = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return (pids.match(/\d+/g) ?? []).map(Number);
}
