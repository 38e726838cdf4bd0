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

interface Connection {
  /** Whether a request is being handled. */
  isBusy: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Handles the requests of a connection one after another. Node would start all pipelined requests at once and keep their
 * responses in memory until the client reads them. Here the next request starts when the system has accepted the previous
 * response, so a client that does not read stops only its own connection.
 */
export function limitConnections(app: FastifyInstance, { requestMs, unreadMs }: ConnectionLimits): void {
  const connections = new WeakMap<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
    let connection = connections.get(socket);
    if (connection === undefined) {
      connection = { isBusy: false, waiting: [] };
      connections.set(socket, connection);
    }
    return connection;
  }

  // Node sets it for each request that has not waited.
  app.server.setTimeout(requestMs);
  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const connection = connectionOf(socket);
    const { waiting } = connection;
    const start = () => {
      connection.isBusy = true;
      response.once('close', startNext);
      done();
    };
    const startNext = () => {
      connection.isBusy = false;
      if (!socket.destroyed) waiting.shift()?.();
    };
    if (!connection.isBusy) {
      start();
    } else if (waiting.length < maxWaiting) {
      waiting.push(() => {
        socket.setTimeout(requestMs);
        start();
      });
    } else {
      socket.destroy();
    }
  });

  app.addHook('onSend', ({ raw: { socket } }, _, payload, done) => {
    socket.setTimeout(unreadMs);
    done(null, payload);
  });
}
