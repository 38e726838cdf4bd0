import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../children/index.ts';
import { socketPath } from './address.ts';

/** A postgres that runs on our cluster. */
export interface Postmaster {
  readonly pid: number;
  /** The supervisor it still belongs to; null: that one is gone, and it runs on alone. */
  readonly ownerPid: number | null;
  readonly socketFolder: string;
  readonly ready: boolean;
}

/** How a server says on its command line to whom it belongs. */
export const ownerSetting = (pid: number) => `cluster_name=reprise-${pid}`;

/** Looks for the cluster's server by its pid file, and makes sure that the process is really that. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => null);
  if (text === null) return null;
  const [pidLine, , , , socketFolder = '', , , status = ''] = text.split('\n');
  const pid = Number(pidLine);
  const process = await readProcess(pid);
  if (process === null || !serves(process.command, cluster)) return null;
  const owner = / cluster_name=reprise-(\d+) /.exec(process.command)?.[1];
  // An orphan is given another parent, so this holds even when the owner's number is in use again.
  const ownerPid = Number(owner) === process.parent ? process.parent : null;
  return { pid, ownerPid, socketFolder, ready: status.trim() === 'ready' };
}

function serves(command: string, cluster: string): boolean {
  return command.includes(`/postgres -D ${cluster} -c `);
}

/** Ends it as the signals say, each with its time, in milliseconds. */
export async function endProcess(pid: number, signals: readonly (readonly [NodeJS.Signals, number])[]): Promise<void> {
  for (const [signal, limitMs] of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await delay(20);
    }
  }
}

/**
 * The locks of a killed server name a process whose number may be in use again, above all in a restarted container;
 * PostgreSQL would then refuse to start. All other stale locks it recognises itself, and its last guard stays: the
 * shared memory of children that still run.
 */
export async function removeMisleadingLocks(cluster: string, socketFolder: string): Promise<void> {
  for (const lock of [pidFile(cluster), `${socketPath(socketFolder)}.lock`]) {
    const text = await readFile(lock, 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    const holder = await readProcess(pid);
    if (holder !== null && !serves(holder.command, cluster)) await rm(lock, { force: true });
  }
}

/** The command line is one text with a space between words: all that some systems tell. */
interface Process {
  readonly parent: number;
  readonly command: string;
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

async function readProcess(pid: number): Promise<Process | null> {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  try {
    return process.platform === 'linux' ? await readProc(pid) : await askPs(pid);
  } catch {
    return null;
  }
}

async function readProc(pid: number): Promise<Process> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const cmdline = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  // The second field is the program's name in brackets, which may hold anything.
  const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return { parent: Number(parent), command: cmdline.replaceAll('\0', ' ') };
}

async function askPs(pid: number): Promise<Process> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]);
  const [, parent, command] = /^\s*(\d+)\s+(.*)/s.exec(stdout)!;
  return { parent: Number(parent), command: command! };
}
