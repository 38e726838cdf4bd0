import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface PathProxy {
  /** The address of the server behind the proxy, without a trailing slash. */
  readonly url: string;
  stop(): void;
}

export interface PathProxyOptions {
  /** For example `/reprise`. */
  readonly path: string;
  /** The server to which requests are forwarded. */
  readonly target: () => string;
  /** Whether the server receives requests without the path, as behind `location /reprise/ { proxy_pass http://…/; }`. */
  readonly removesPath: boolean;
}

/** Starts a reverse proxy that offers a server below a path. Everything outside that path is answered with 404. */
export async function startPathProxy({ path, target, removesPath }: PathProxyOptions): Promise<PathProxy> {
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method = 'GET', headers } = incoming;
    if (url !== path && !url.startsWith(`${path}/`)) {
      outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('This is another site.');
      return;
    }
    const forwarded = (removesPath ? url.slice(path.length) : url) || '/';
    const upstream = request(target() + forwarded, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => {});
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    pipeline(incoming, upstream, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
