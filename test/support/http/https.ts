import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';

/** A server with a certificate that only the test knows, reached under a name that no DNS server knows. */
export interface HttpsServer {
  readonly port: number;
  /** The certificate of its authority. */
  readonly ca: string;
  readonly name: string;
}

export interface HttpsRequest {
  readonly method?: string;
  readonly path: string;
  /** The client's own address; each address of 127.0.0.0/8 is one of this machine. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: FormData;
}

export interface HttpsResponse {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export async function sendHttps(server: HttpsServer, options: HttpsRequest): Promise<HttpsResponse> {
  const { headers = {}, body } = options;
  const form = body && new Response(body);
  const bytes = form && Buffer.from(await form.arrayBuffer());
  const type = form && { 'content-type': form.headers.get('content-type') ?? '', 'content-length': bytes!.length };
  const response = await openHttps(server, { ...options, headers: { ...headers, ...type } }, bytes ?? null);
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

/** Sends a request and returns the response as soon as it begins. If `body` is a string, more of it seems to follow. */
export function openHttps(
  { port, ca, name }: HttpsServer,
  {
    method = 'GET',
    path,
    from,
    headers = {},
  }: Omit<HttpsRequest, 'body' | 'headers'> & { headers?: RequestOptions['headers'] },
  body: Buffer | string | null = null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = { host: '127.0.0.1', port, ...(from !== undefined && { localAddress: from }) };
    const tls = { ca, servername: name, agent: false as const };
    const outgoing = request({ ...address, ...tls, method, path, headers: { host: name, ...headers } }, resolve);
    outgoing.on('error', reject);
    if (typeof body === 'string') outgoing.write(body);
    else outgoing.end(body);
  });
}
