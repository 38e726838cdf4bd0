import type { Server, ServerResponse } from 'node:http';

/** The parts of an OpenAPI document that describe responses. */
export interface ResponseDescriptions {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface DescribedResponse {
  readonly content?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** What can be compared with a description. */
export interface ObservedResponse {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Responses of every endpoint to a request that breaks the rules of HTTP or exceeds the limits of the server. */
const protocolErrors = [400, 405, 408, 413, 415, 417, 431];

/** Headers that every description should mention; all others belong to HTTP, to CORS or to the security of pages. */
const describedHeaders = [
  'allow',
  'cache-control',
  'content-disposition',
  'deprecation',
  'etag',
  'idempotency-replayed',
  'last-modified',
  'link',
  'location',
  'retry-after',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
];

/** How a response differs from its description; nothing if the description does not have its path. */
export function differencesFrom(document: ResponseDescriptions, response: ObservedResponse): string[] {
  const { path, status, headers } = response;
  const method = response.method === 'HEAD' ? 'GET' : response.method;
  const [template, operations] = findPath(document, path) ?? [];
  const operation = operations?.[method.toLowerCase()];
  if (operation === undefined) return [];
  const name = `${method} ${template} ${status}`;
  const described = operation.responses[status];
  if (described === undefined) return protocolErrors.includes(status) ? [] : [`${name} is not described`];

  const known = Object.keys(described.headers ?? {}).map((header) => header.toLowerCase());
  const unknown = describedHeaders.filter((header) => headers[header] !== undefined && !known.includes(header));
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  // A cache takes over the headers of a 304, so its type must be that of the content.
  const types = Object.keys((status === 304 ? operation.responses[200] : described)?.content ?? {});
  const isTypeDescribed = type === '' ? types.length === 0 || status === 304 : types.includes(type);
  return [
    ...unknown.map((header) => `${name} has the header ${header}, which is not described`),
    ...(isTypeDescribed ? [] : [`${name} has the type "${type}" instead of "${types}"`]),
  ];
}

/** Prefers the path with the fewest parameters, as the router does. */
function findPath(document: ResponseDescriptions, path: string) {
  return Object.entries(document.paths)
    .filter(([template]) => pattern(template).test(path))
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)[0];
}

function pattern(template: string): RegExp {
  const source = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

/** Records every response that a server sends from now on. */
export function recordResponses(server: Server): readonly ObservedResponse[] {
  const responses: ObservedResponse[] = [];
  server.prependListener('request', (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const { writeHead } = response;
    // Headers that are given to `writeHead` cannot be read from the response later.
    Object.assign(response, {
      writeHead(this: ServerResponse, status: number, ...more: unknown[]) {
        const given = more.find((argument) => typeof argument === 'object') ?? {};
        const headers = Object.entries({ ...response.getHeaders(), ...given }).filter(
          ([, value]) => value !== undefined,
        );
        responses.push({
          method: request.method ?? '',
          path,
          status,
          headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)])),
        });
        return Reflect.apply(writeHead, this, [status, ...more]);
      },
    });
  });
  return responses;
}
