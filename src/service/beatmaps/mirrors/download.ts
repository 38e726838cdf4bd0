import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Failure } from '../../../failure.ts';

export interface DownloadOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Writes a stream to a file; removes the file if the stream fails or exceeds the limit. */
export async function writeWithLimit(
  body: Readable | ReadableStream,
  path: string,
  { maxBytes, signal }: DownloadOptions,
): Promise<void> {
  const source = body instanceof Readable ? body : Readable.fromWeb(body);
  try {
    await pipeline(source, capped(maxBytes), createWriteStream(path), signal ? { signal } : {});
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function capped(maxBytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Failure('archive/too-large', `It has more than ${maxBytes} bytes.`);
      yield chunk;
    }
  };
}
