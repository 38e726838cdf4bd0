import { readFile, stat } from 'node:fs/promises';
import { Failure, type FailureCode } from '../failure.ts';

const MIB = 1024 * 1024;

/** Larger files than these are none of their kind; what is inside is held to tighter bounds by its reader. */
const largest: readonly { ends: RegExp; bytes: number; code: FailureCode }[] = [
  { ends: /\.os[zk]$/i, bytes: 512 * MIB, code: 'archive/too-large' },
  { ends: /\.(osu|osb|ini)$/i, bytes: 64 * MIB, code: 'beatmap/too-large' },
  { ends: /(?:)/, bytes: 64 * MIB, code: 'replay/too-large' },
];

/** The bytes of a file that was named on the command line, refused before they are read when there are too many. */
export async function readInput(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  const { bytes, code } = largest.find(({ ends }) => ends.test(path))!;
  if (size > bytes) throw new Failure(code, `${JSON.stringify(path)} has ${size} bytes; at most ${bytes} are read.`);
  return readFile(path);
}
