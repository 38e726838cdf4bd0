import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '../../../disk-full.ts';
import { Failure } from '../../../failure.ts';

export interface ReceiveOptions {
  readonly path: string;
  readonly maxBytes: number;
  /** How long a worker may pause while it sends. */
  readonly idleMs: number;
}

/** Writes the body of a request to a file. All limits are enforced while the bytes arrive. */
export async function receiveVideo(body: Readable, { path, maxBytes, idleMs }: ReceiveOptions): Promise<void> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(new Failure('request/timed-out')), idleMs);
  async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
    let received = 0;
    for await (const chunk of chunks) {
      timer.refresh();
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  }
  try {
    await pipeline(body, limited, createWriteStream(path), { signal: idle.signal });
  } catch (cause) {
    if (idle.signal.aborted) throw new Failure('request/timed-out', undefined, { cause });
    if (cause instanceof Failure) throw cause;
    if (isDiskFull(cause)) throw new Failure('storage/full', undefined, { cause });
    throw new Failure('request/malformed', 'The upload was interrupted.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

export function tooLarge(maxBytes: number): Failure {
  return new Failure('request/too-large', `A video of this segment has at most ${maxBytes} bytes.`);
}
