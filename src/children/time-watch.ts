import { readFileSync } from 'node:fs';

export interface TimeWatch {
  /** Of the processor; where that is not known, of the clock. */
  readonly limitMs: number;
  readonly onExceeded: () => void;
  /** How much of the processor the process has taken since its start; null where the system does not tell. */
  readonly cpuMs?: () => number | null;
}

/** Nobody waits for longer than so many times the limit, however busy the machine is. */
const longestWait = 10;
/** The system counts in hundredths of a second; looking more often would see nothing new. */
const leastMs = 20;

/**
 * Tells when a process has worked for too long from now on. Waiting for a processor that others use is not its fault, and
 * counts ten times less. Answers the function that stops it.
 */
export function watchTime(pid: number, { limitMs, onExceeded, cpuMs = () => cpuMsOf(pid) }: TimeWatch): () => void {
  const began = performance.now();
  const before = cpuMs();
  let timer = setTimeout(look, limitMs);

  function look(): void {
    const now = cpuMs();
    const leftMs = before === null || now === null ? 0 : limitMs - (now - before);
    if (leftMs <= 0 || performance.now() - began >= limitMs * longestWait) onExceeded();
    else timer = setTimeout(look, Math.max(leastMs, leftMs));
  }

  return () => clearTimeout(timer);
}

/** Linux tells it in ticks of a hundredth of a second: the 14th and the 15th word, of which the second may be several. */
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
