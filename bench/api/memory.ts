import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The most memory a process and its Node children held while `work` ran, beyond what they held when idle. */
export async function peakAboveIdleMb(
  pid: number,
  work: () => Promise<unknown>,
): Promise<{ idle: number; above: number }> {
  await sleep(1_000);
  const idle = residentMb(pid);
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 10);
  await work();
  clearInterval(sampling);
  return { idle, above: Math.max(peak, residentMb(pid)) - idle };
}

/** PostgreSQL is left out: its shared memory would be counted once for each of its processes. */
function residentMb(pid: number): number {
  const own = statusOf(pid);
  if (own === null) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), status: statusOf(Number(name)) }))
    .filter(({ status }) => status?.parent === pid && status.name === 'node');
  return own.residentMb + children.reduce((sum, child) => sum + (child.status?.residentMb ?? 0), 0);
}

function statusOf(pid: number): { name: string; parent: number; residentMb: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(text)?.[1] ?? '';
    return { name: field('Name'), parent: Number(field('PPid')), residentMb: Number(field('VmRSS')) / 1024 };
  } catch {
    return null;
  }
}
