import { crc32, inflateRawSync } from 'node:zlib';
import { type Archive, archiveLimits, openArchive, type Unpacker } from '../../../game/archive/index.ts';
import { archiveFiles, type FileSource } from '../../scene-loader/index.ts';

/** The files of an archive. */
export function packedFiles(archive: Uint8Array): FileSource {
  return archiveFiles(openPackedArchive(archive));
}

/** Opens an archive that Node's zlib unpacks: V8 would compile JavaScript for it just when a render starts. */
export function openPackedArchive(archive: Uint8Array): Archive {
  return openArchive(archive, archiveLimits, { inflate, crc32 });
}

const inflate: Unpacker['inflate'] = (compressed, maxBytes) => {
  try {
    // One byte more than the limit, so that a single step detects too much output.
    const { buffer, byteOffset, length } = inflateRawSync(compressed, {
      chunkSize: Math.max(64, maxBytes + 1),
      maxOutputLength: Math.max(1, maxBytes),
    });
    return length > maxBytes ? null : new Uint8Array(buffer, byteOffset, length);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};
