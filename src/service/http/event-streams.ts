import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../failure.ts';

/** All streams of server-sent events of this process. */
export interface EventStreams {
  /** Answers the request with a stream, or throws when the client, or the process, has too many. */
  open(reply: FastifyReply, client: string): EventStream;
  /** Ends them all and takes no more: the service stops. */
  close(): void;
}

export interface EventStream {
  send(event: ServerEvent): void;
  end(): void;
  /** Called once, however the stream ends. */
  onClose(done: () => void): void;
}

export interface ServerEvent {
  readonly name: string;
  /** What the client gives back in Last-Event-ID when it returns. */
  readonly id: string;
  /** JSON, and so one line. */
  readonly data: string;
}

export interface EventStreamsOptions {
  readonly heartbeatMs: number;
  readonly onCount: (open: number) => void;
  readonly perClient?: number;
  readonly perProcess?: number;
}

/** A browser has no more than six connections to one service, unless it speaks HTTP/2 to a proxy. */
const mostPerClient = 10;
const mostPerProcess = 1_000;
/** One who reads so slowly that this much is waiting is better served by coming back. */
const mostWaitingBytes = 256 * 1024;
/** How long a client waits before it comes back. */
const retryMs = 2_000;

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would else wait for a full buffer.
  'x-accel-buffering': 'no',
};

export function isEventStream(reply: FastifyReply): boolean {
  return reply.getHeader('content-type') === eventStreamHeaders['content-type'];
}

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { heartbeatMs, onCount, perClient = mostPerClient, perProcess = mostPerProcess } = options;
  const open = new Set<ServerResponse>();
  const byClient = new Map<string, number>();
  let closed = false;

  // A comment, so that proxies and clients can tell a quiet stream from a dead one.
  const heartbeat = setInterval(() => {
    for (const response of open) write(response, ':\n\n');
  }, heartbeatMs).unref();

  function admit(client: string): void {
    if (closed || open.size >= perProcess) throw new Failure('limit/streams-at-capacity');
    if (count(client, 0) >= perClient) {
      throw new Failure('limit/streams', `You already follow ${perClient} event streams.`);
    }
  }

  function count(client: string, difference: number): number {
    const streams = (byClient.get(client) ?? 0) + difference;
    if (streams === 0) byClient.delete(client);
    else byClient.set(client, streams);
    return streams;
  }

  return {
    open(reply, client) {
      admit(client);
      const response = reply.headers({ ...eventStreamHeaders, connection: 'close' }).hijack().raw;
      response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      open.add(response);
      count(client, 1);
      onCount(open.size);
      response.once('close', () => {
        open.delete(response);
        count(client, -1);
        onCount(open.size);
      });
      write(response, `retry: ${retryMs}\n\n`);
      return {
        send: ({ name, id, data }) => write(response, `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`),
        end: () => void response.end(),
        onClose: (done) => void response.once('close', done),
      };
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      for (const response of open) response.end();
    },
  };
}

function write(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > mostWaitingBytes) response.destroy();
  else response.write(text);
}
