import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Digest {
  readonly sha256: Buffer;
  readonly sizeBytes: number;
}

/** Size and hashes of a byte stream. */
export async function digest(bytes: Readable): Promise<Digest> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await pipeline(bytes, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
  });
  return { sha256: hash.digest(), sizeBytes };
}
