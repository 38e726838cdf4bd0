import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface ConnectionLimits {
  /** For a request whose handler works without any traffic on the connection. */
  readonly requestMs: number;
  /** For a client that reads nothing of its response. */
  readonly unreadMs: number;
}

/** Browsers and proxies never pipeline. A client that sends more requests ahead than this is disconnected. */
const maxWaiting = 100;

/**
 * Handles the requests of a connection one after another. Node would start all pipelined requests at once and keep their
 * responses in memory until the client reads them. Here the next request starts when the system has accepted the previous
 * response, so a client that does not read stops only its own connection.
 */
export function limitConnections(app: FastifyInstance, { requestMs, unreadMs }: ConnectionLimits): void {
  const waitingBySocket = new WeakMap<Socket, (() => void)[]>();

  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const start = () => {
      socket.setTimeout(requestMs);
      response.once('close', startNext);
      done();
    };
    const startNext = () => {
      const next = waitingBySocket.get(socket)?.shift();
      if (next === undefined || socket.destroyed) waitingBySocket.delete(socket);
      else next();
    };
    const waiting = waitingBySocket.get(socket);
    if (waiting === undefined) {
      waitingBySocket.set(socket, []);
      start();
    } else if (waiting.length < maxWaiting) {
      waiting.push(start);
    } else {
      socket.destroy();
    }
  });

  app.addHook('onSend', ({ raw: { socket } }, _, payload, done) => {
    socket.setTimeout(unreadMs);
    done(null, payload);
  });
}
