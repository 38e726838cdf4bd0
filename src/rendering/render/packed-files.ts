import { inflateRawSync } from 'node:zlib';
import { archiveLimits, type Inflate, openArchive } from '../../game/archive/index.ts';
import { archiveFiles, type FileSource } from '../scene-loader/index.ts';

/** The files of an archive, inflated by Node's own zlib: V8 takes long to compile an inflater, at the worst of times. */
export function packedFiles(archive: Uint8Array): FileSource {
  return archiveFiles(openArchive(archive, archiveLimits, inflate));
}

const inflate: Inflate = (compressed, most) => {
  try {
    // Room for one byte more than there may be, so that one step is enough.
    const { buffer, byteOffset, length } = inflateRawSync(compressed, {
      chunkSize: Math.max(64, most + 1),
      maxOutputLength: Math.max(1, most),
    });
    return length > most ? null : new Uint8Array(buffer, byteOffset, length);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};
