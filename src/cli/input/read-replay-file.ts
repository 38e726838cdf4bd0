import { Failure } from '../../failure.ts';
import { readReplayHeader } from '../../game/replay/index.ts';
import { namingFile } from '../../game/together/index.ts';
import { readInput } from './read-input.ts';

/** Reads a replay that the command line names. Every failure names the file. */
export async function readReplayFile(path: string): Promise<Uint8Array> {
  const bytes = await readInput(path);
  requireReplay(path, bytes);
  return bytes;
}

/** Refuses a file that is no replay, and names the kinds that are mistaken for one. */
export function requireReplay(path: string, bytes: Uint8Array): void {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 20));
  const kind = otherKinds.find(([pattern]) => pattern.test(start))?.[1];
  if (kind !== undefined) {
    const message = `${JSON.stringify(path)} is not a replay: it is ${kind}. Expected an .osr file.`;
    throw new Failure('replay/unreadable', message);
  }
  namingFile(path, () => readReplayHeader(bytes));
}

/** By the first characters, none of which can begin a replay. */
const otherKinds: readonly (readonly [start: RegExp, kind: string])[] = [
  [/^PK/, 'a ZIP archive'],
  [/^(\u00ef\u00bb\u00bf)?osu file format/, 'a beatmap'],
];
