import { readFileSync } from 'node:fs';

/** The most a process has had, as the kernel counts; 0 where it does not tell. */
export function residentMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

/** What it has now. */
export function residentMbNow(pid: number): number {
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
