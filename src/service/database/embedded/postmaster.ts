import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../children/index.ts';
import { socketPath } from './address.ts';

/** A server process that runs on our cluster. */
export interface Postmaster {
  readonly pid: number;
  /** The process that supervises it; null: that process is gone, and the server is an orphan. */
  readonly ownerPid: number | null;
  readonly socketFolder: string;
  readonly isReady: boolean;
}

/** The setting by which a server's command line names the process that supervises it. */
export const ownerSetting = (pid: number) => `cluster_name=reprise-${pid}`;

/** Finds the cluster's server by its pid file, and checks that the process with this id really is a server. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => null);
  if (text === null) return null;
  const [pidLine, , , , socketFolder = '', , , status = ''] = text.split('\n');
  const pid = Number(pidLine);
  const process = await readProcess(pid);
  if (process === null || !serves(process.command, cluster)) return null;
  const owner = / cluster_name=reprise-(\d+) /.exec(process.command)?.[1];
  // An orphan gets another parent, so this check works even if another process has the owner's id by now.
  const ownerPid = Number(owner) === process.parent ? process.parent : null;
  return { pid, ownerPid, socketFolder, isReady: status.trim() === 'ready' };
}

function serves(command: string, cluster: string): boolean {
  return command.includes(`/postgres -D ${cluster} -c `);
}

/** Sends one signal after the other until the process ends, and waits the given milliseconds after each. */
export async function endProcess(pid: number, signals: readonly (readonly [NodeJS.Signals, number])[]): Promise<void> {
  for (const [signal, timeoutMs] of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await delay(20);
    }
  }
}

/**
 * Removes lock files of a killed server if another program has the process id in them by now, which is common in a
 * restarted container: PostgreSQL would refuse to start. It detects all other stale lock files itself, and still refuses
 * to start while children of the killed server use its shared memory.
 */
export async function removeStaleLocks(cluster: string, socketFolder: string): Promise<void> {
  for (const lock of [pidFile(cluster), `${socketPath(socketFolder)}.lock`]) {
    const text = await readFile(lock, 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    const holder = await readProcess(pid);
    if (holder !== null && !serves(holder.command, cluster)) await rm(lock, { force: true });
  }
}

/** `command` is the command line with spaces between the arguments: some systems report no more. */
interface Process {
  readonly parent: number;
  readonly command: string;
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

async function readProcess(pid: number): Promise<Process | null> {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  try {
    return process.platform === 'linux' ? await readProc(pid) : await readPs(pid);
  } catch {
    return null;
  }
}

async function readProc(pid: number): Promise<Process> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const cmdline = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  // The second field is the program's name in parentheses, which may contain any character.
  const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return { parent: Number(parent), command: cmdline.replaceAll('\0', ' ') };
}

async function readPs(pid: number): Promise<Process> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]);
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)/s.exec(stdout) ?? [];
  return { parent: Number(parent), command };
}
