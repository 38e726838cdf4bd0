import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../../failure.ts';
import { createClientCounts } from '../limits/client-counts.ts';

/** All server-sent event streams of this process. */
export interface EventStreams {
  /** Responds with a stream, or throws if the client or the process has too many. */
  open(reply: FastifyReply, client: string): EventStream;
  /** Ends all streams and refuses new ones, because the service stops. */
  close(): void;
}

export interface EventStream {
  send(event: ServerEvent): void;
  end(): void;
  /** Calls the listener once, however the stream ends. */
  onClose(listener: () => void): void;
}

export interface ServerEvent {
  readonly name: string;
  /** The client sends it back in Last-Event-ID when it reconnects. */
  readonly id: string;
  /** JSON without line breaks. */
  readonly data: string;
}

export interface EventStreamsOptions {
  readonly heartbeatMs: number;
  /** Headers of every stream, beside its own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onCount: (open: number) => void;
  readonly maxPerClient?: number;
  readonly maxPerProcess?: number;
}

/** A browser opens at most six connections to one service, unless it uses HTTP/2 with a proxy. */
const defaultMaxPerClient = 10;
const defaultMaxPerProcess = 1_000;
/** A client that falls this far behind is disconnected; when it reconnects, it skips outdated events. */
const maxBufferedBytes = 256 * 1024;
/** How long a client waits before it reconnects. */
const reconnectMs = 2_000;

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Without this header, nginx would wait for a full buffer.
  'x-accel-buffering': 'no',
};

export function isEventStream(reply: FastifyReply): boolean {
  return reply.getHeader('content-type') === eventStreamHeaders['content-type'];
}

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { heartbeatMs, headers, onCount } = options;
  const { maxPerClient = defaultMaxPerClient, maxPerProcess = defaultMaxPerProcess } = options;
  const open = new Set<ServerResponse>();
  const byClient = createClientCounts();
  let closed = false;

  // A comment, by which proxies and clients can tell an idle stream from a dead one.
  const heartbeat = setInterval(() => {
    for (const response of open) write(response, ':\n\n');
  }, heartbeatMs).unref();

  function admit(client: string): void {
    if (closed || open.size >= maxPerProcess) throw new Failure('limit/streams-at-capacity');
    if (byClient.of(client) >= maxPerClient) {
      throw new Failure('limit/streams', `You already have ${maxPerClient} open event streams.`);
    }
  }

  return {
    open(reply, client) {
      admit(client);
      const response = reply.headers({ ...headers, ...eventStreamHeaders, connection: 'close' }).hijack().raw;
      response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      open.add(response);
      byClient.add(client, 1);
      onCount(open.size);
      onceClosed(response, () => {
        open.delete(response);
        byClient.add(client, -1);
        onCount(open.size);
      });
      write(response, `retry: ${reconnectMs}\n\n`);
      return {
        send: ({ name, id, data }) => write(response, `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`),
        end: () => void response.end(),
        onClose: (listener) => onceClosed(response, listener),
      };
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      for (const response of open) response.end();
    },
  };
}

/** Unlike the event `close`, it also reports that the client left before the stream was opened. */
function onceClosed(response: ServerResponse, listener: () => void): void {
  finished(response, () => listener());
}

function write(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > maxBufferedBytes) response.destroy();
  else response.write(text);
}
