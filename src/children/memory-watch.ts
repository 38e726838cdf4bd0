import { readFile } from 'node:fs/promises';

const everyMs = 250;

/**
 * Looks at how much of the machine's memory a process holds, all of it and not only JavaScript's heap: pictures, video
 * and WebAssembly lie elsewhere. Answers the function that stops it. Where there is no /proc, it sees nothing.
 */
export function watchMemory(pid: number, { limitBytes, onExceeded }: { limitBytes: number; onExceeded: () => void }) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const bytes = await residentBytes(pid);
    if (stopped) return;
    if (bytes !== null && bytes > limitBytes) return onExceeded();
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
