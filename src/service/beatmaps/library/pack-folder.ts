import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { Failure } from '../../../failure.ts';

/** A library folder as an archive that is created while it is sent. */
export interface PackedFolder {
  /** Quoted, as in the HTTP header; changes whenever a file in the folder changes. */
  readonly etag: string;
  read(): Readable;
}

/** The files that a play needs. Videos, usually the largest files of a set, and nested archives are left out. */
const needed = /\.(osu|osb|png|jpe?g|wav|mp3|ogg)$/i;
const limits = { files: 10_000, folders: 16 };

/** Throws `archive/too-large` if the folder exceeds the limits of a set. */
export async function packFolder(folder: string, maxBytes: number): Promise<PackedFolder> {
  const files = await filesIn(folder, maxBytes);
  const hash = createHash('sha256');
  for (const { name, version } of files) hash.update(`${name}\0${version}\0`);
  return {
    etag: `"${hash.digest('hex').slice(0, 32)}"`,
    read: () =>
      Readable.from(
        packed(
          folder,
          files.map(({ name }) => name),
        ),
        { objectMode: false },
      ),
  };
}

interface FoundFile {
  readonly name: string;
  readonly version: string;
}

async function filesIn(folder: string, maxBytes: number): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  let bytes = 0;

  async function collect(below: string, depth: number): Promise<void> {
    for await (const entry of await opendir(join(folder, below))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      // Links are not followed: they may point outside the folder or form a cycle.
      if (entry.isDirectory() && depth < limits.folders) await collect(name, depth + 1);
      if (!entry.isFile() || !needed.test(entry.name)) continue;
      const { size, mtimeMs } = await stat(join(folder, name));
      bytes += size;
      found.push({ name, version: `${size} ${mtimeMs}` });
      if (found.length > limits.files || bytes > maxBytes) {
        throw new Failure('archive/too-large', `The folder has more than ${limits.files} files or ${maxBytes} bytes.`);
      }
    }
  }

  await collect('', 0);
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Stored uncompressed: images and audio would not get smaller. */
async function* packed(folder: string, names: readonly string[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for (const name of names) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const chunk of createReadStream(join(folder, name))) {
      entry.push(chunk);
      yield* take();
    }
    entry.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
