import type { IncomingMessage } from 'node:http';
import { finished, Readable } from 'node:stream';

/**
 * A response body that stays open until the request has ended, or for `drainMs`. If the connection closed while the client
 * is still sending, the client could not read the response. Its Content-Length tells the client that the response is
 * complete. The rest of the request is discarded.
 */
export function drainRequest(text: string, request: IncomingMessage, drainMs: number): Readable {
  return Readable.from(
    (async function* () {
      yield text;
      await discard(request, drainMs);
    })(),
    { objectMode: false },
  );
}

/** Whether the client has not finished sending the request. */
export function isReceiving(request: IncomingMessage): boolean {
  return !request.complete && !request.destroyed;
}

function discard(request: IncomingMessage, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (!isReceiving(request)) return resolve();
    const timer = setTimeout(done, drainMs);
    const stopWatching = finished(request, done);
    request.resume();
    function done(): void {
      clearTimeout(timer);
      stopWatching();
      resolve();
    }
  });
}
