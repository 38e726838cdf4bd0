import { readFileSync } from 'node:fs';

export interface CpuWatch {
  /** The limit of processor time; of elapsed time where the system does not report processor time. */
  readonly limitMs: number;
  readonly onExceeded: () => void;
  /** The processor time of the process since its start; null where the system does not report it. */
  readonly cpuMs?: () => number | null;
}

/** The limit of elapsed time, as a multiple of the limit of processor time: a busy machine delays only this long. */
const maxElapsedFactor = 10;
/** The system counts in hundredths of a second, so more frequent checks would see nothing new. */
const minIntervalMs = 20;

/** Watches how long a process works from now on. Returns the function that stops watching. */
export function watchCpu(pid: number, { limitMs, onExceeded, cpuMs = () => cpuMsOf(pid) }: CpuWatch): () => void {
  const startedAt = performance.now();
  const cpuAtStart = cpuMs();
  let timer = setTimeout(check, limitMs);

  function check(): void {
    const now = cpuMs();
    const leftMs = cpuAtStart === null || now === null ? 0 : limitMs - (now - cpuAtStart);
    if (leftMs <= 0 || performance.now() - startedAt >= limitMs * maxElapsedFactor) onExceeded();
    else timer = setTimeout(check, Math.max(minIntervalMs, leftMs));
  }

  return () => clearTimeout(timer);
}

/**
 * Reads fields 14 and 15 of Linux's /proc/PID/stat, in ticks of 10 ms. The second field, the program's name, may contain
 * spaces, so fields are counted from its closing parenthesis.
 */
export function cpuMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return null;
  }
}
