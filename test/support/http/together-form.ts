import { readReplay, type WritableReplay, writeReplay } from '../../../src/game/replay/index.ts';
import { demoReplays } from '../replays/demo-players.ts';

/** A file of a submission. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The replays of some generated players of the demo. */
export function demoFiles(count: number): NamedFile[] {
  return demoReplays(count).map((bytes, i) => ({ name: `${i + 1}.osr`, bytes }));
}

/** A submission of several replays as a browser would send it. */
export function togetherForm(
  files: readonly NamedFile[],
  { settings, ...fields }: { readonly settings?: object; readonly [field: string]: unknown } = {},
): FormData {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('replay', new File([Uint8Array.from(bytes)], name));
  if (settings !== undefined) form.set('settings', JSON.stringify(settings));
  for (const [field, value] of Object.entries(fields)) form.set(field, value instanceof Blob ? value : String(value));
  return form;
}

/** A replay with another header. */
export function withHeader(bytes: Uint8Array, header: Partial<WritableReplay['header']>): Uint8Array {
  const replay = readReplay(bytes);
  return writeReplay({ ...replay, header: { ...replay.header, ...header } });
}

/** The same play with another hash of the game: encoding fifty replays would take seconds. */
export function withHash(bytes: Uint8Array, n: number): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.write(String(n).padStart(32, '0'), copy.indexOf(readReplay(bytes).header.replayMd5), 'latin1');
  return new Uint8Array(copy);
}
