import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** The process that created a file or folder. */
export interface Owner {
  readonly machine: string;
  readonly pid: number;
}

/** Machines may share the data folder; each container counts as a machine. */
export const thisMachine = hostname().replace(/[^A-Za-z0-9.-]/g, '-');

/** Creates a unique name that carries its owner, so that another process can detect that the owner has died. */
export function createOwnedName(): string {
  return `${thisMachine}_${process.pid}_${randomUUID()}`;
}

/** Reads the owner from a name; null if `createOwnedName` did not create it. */
export function ownerOf(name: string): Owner | null {
  const [, machine, pid] = /^([^_]+)_(\d+)_/.exec(name) ?? [];
  return machine === undefined ? null : { machine, pid: Number(pid) };
}
