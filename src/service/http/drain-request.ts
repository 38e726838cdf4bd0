import type { IncomingMessage } from 'node:http';
import { finished, Readable } from 'node:stream';

/**
 * A body that ends only when the request has ended too, or after a while. With its length announced, the client has
 * the whole answer at once; and since the connection is not closed under its feet while it still sends, it gets to
 * read it. What it goes on sending is thrown away.
 */
export function drainRequest(text: string, request: IncomingMessage, lingerMs: number): Readable {
  return Readable.from(
    (async function* () {
      yield text;
      await discard(request, lingerMs);
    })(),
    { objectMode: false },
  );
}

/** Whether the client is still sending. */
export function isArriving(request: IncomingMessage): boolean {
  return !request.complete && !request.destroyed;
}

function discard(request: IncomingMessage, lingerMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (!isArriving(request)) return resolve();
    const timer = setTimeout(done, lingerMs);
    const forget = finished(request, done);
    request.resume();
    function done(): void {
      clearTimeout(timer);
      forget();
      resolve();
    }
  });
}
