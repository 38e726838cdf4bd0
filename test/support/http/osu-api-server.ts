import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A local server that speaks the parts of the osu! API v2 that fetch replays: https://osu.ppy.sh/docs */
export interface OsuApiServer {
  readonly url: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** The replays by the path below /api/v2/scores, such as `123` or `osu/123`. */
  readonly replays: Map<string, Uint8Array>;
  /** The paths of all requests so far. */
  readonly requests: string[];
  /** Responds to the next requests for replays instead. */
  readonly instead: ((response: ServerResponse) => void)[];
  /** Makes all tokens invalid. */
  revokeTokens(): void;
  stop(): Promise<void>;
}

export async function startOsuApi(): Promise<OsuApiServer> {
  const credentials = { clientId: '1234', clientSecret: 'a secret of the osu! API' };
  const replays = new Map<string, Uint8Array>();
  const requests: string[] = [];
  const instead: ((response: ServerResponse) => void)[] = [];
  let tokens = 0;
  let valid = '';

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const path = request.url ?? '';
    requests.push(path);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.method === 'POST' && path === '/oauth/token') {
      const { client_id, client_secret, grant_type, scope } = JSON.parse(body);
      if (client_id !== credentials.clientId || client_secret !== credentials.clientSecret)
        return void json(401, { error: 'invalid_client' });
      if (grant_type !== 'client_credentials' || scope !== 'public') return void json(400, { error: 'invalid_grant' });
      valid = `token-${++tokens}`;
      return void json(200, { access_token: valid, expires_in: 86_400, token_type: 'Bearer' });
    }
    if (request.headers.authorization !== `Bearer ${valid}`) return void json(401, { authentication: 'basic' });
    const other = instead.shift();
    if (other !== undefined) return other(response);
    const replay = replays.get(/^\/api\/v2\/scores\/(.+)\/download$/.exec(path)?.[1] ?? '');
    if (replay === undefined) return void json(404, { error: "Specified Score couldn't be found." });
    response.writeHead(200, { 'content-type': 'application/x-osu-replay' }).end(replay);
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    replays,
    requests,
    instead,
    revokeTokens() {
      valid = '';
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
