import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Failure } from '../../failure.ts';
import { FileError } from '../output/file-error.ts';

const mib = 1024 * 1024;

/** Reads a file that the command line names. A file that is too large for its kind is refused unread. */
export async function readInput(path: string): Promise<Uint8Array> {
  const { size } = await requireFile(path);
  const { kind, maxBytes, mayBeEmpty = false } = limitsOf(path);
  if (size > maxBytes) {
    throw new Failure(`${kind}/too-large`, `${JSON.stringify(path)} has ${size} bytes; the limit is ${maxBytes}.`);
  }
  const bytes = await readFile(path);
  if (bytes.length === 0 && !mayBeEmpty) throw new Failure(`${kind}/unreadable`, `${JSON.stringify(path)} is empty.`);
  return bytes;
}

/** Node would refuse to read a folder with an error that does not name it. */
export async function requireFile(path: string): Promise<Stats> {
  const found = await stat(path);
  if (found.isDirectory()) throw new FileError('read', path, 'EISDIR');
  return found;
}

interface InputLimits {
  readonly kind: 'archive' | 'beatmap' | 'replay';
  readonly maxBytes: number;
  readonly mayBeEmpty?: boolean;
}

/** No valid file is larger; the parsers apply tighter limits to the contents. */
function limitsOf(path: string): InputLimits {
  if (/\.os[zk]$/i.test(path)) return { kind: 'archive', maxBytes: 512 * mib };
  if (/\.osu$/i.test(path)) return { kind: 'beatmap', maxBytes: 64 * mib };
  if (/\.(osb|ini)$/i.test(path)) return { kind: 'beatmap', maxBytes: 64 * mib, mayBeEmpty: true };
  return { kind: 'replay', maxBytes: 64 * mib };
}
