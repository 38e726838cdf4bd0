import { readFileSync } from 'node:fs';

/** The largest resident memory that a process ever had; 0 where the system does not report it. */
export function peakResidentMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

/** The resident memory that a process has now; 0 where the system does not report it. */
export function residentMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

function statusMb(pid: number, line: string): number {
  try {
    const [, kib] = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) / 1024;
  } catch {
    return 0;
  }
}
