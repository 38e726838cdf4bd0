import { readFile, stat } from 'node:fs/promises';
import { Failure, type FailureCode } from '../../failure.ts';

const mib = 1024 * 1024;

interface SizeLimit {
  readonly maxBytes: number;
  readonly code: FailureCode;
}

/** Reads a file that the command line names. A file that is too large for its kind is refused unread. */
export async function readInput(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  const { maxBytes, code } = sizeLimitOf(path);
  if (size > maxBytes) {
    throw new Failure(code, `${JSON.stringify(path)} has ${size} bytes; the limit is ${maxBytes}.`);
  }
  return readFile(path);
}

/** No valid file is larger; the parsers apply tighter limits to the contents. */
function sizeLimitOf(path: string): SizeLimit {
  if (/\.os[zk]$/i.test(path)) return { maxBytes: 512 * mib, code: 'archive/too-large' };
  if (/\.(osu|osb|ini)$/i.test(path)) return { maxBytes: 64 * mib, code: 'beatmap/too-large' };
  return { maxBytes: 64 * mib, code: 'replay/too-large' };
}
