import { mapValues } from './map-values.ts';

/** The headers of responses that clients may use. */
const headers = {
  'X-Request-ID': text('The id of the request: the one that the client sent, or a new one. The log has it too.'),
  'Retry-After': number('After how many seconds the client should repeat the request.'),
  'X-RateLimit-Limit': number('How many requests a client may make per minute. Present if the limit was checked.'),
  'X-RateLimit-Remaining': number('How many of them are left.'),
  'X-RateLimit-Reset': number('When the count starts again, in Unix seconds.'),
  Location: text('The path of the file, or of the new job.'),
  'Idempotency-Replayed': text('`true` if an earlier request with the same Idempotency-Key got the same answer.'),
  Deprecation: text('Always `true`: the endpoint is deprecated.'),
  Link: text('The endpoint that replaces this one.'),
  ETag: text('The version of the content, for the request header If-None-Match.'),
  'Last-Modified': text('When the content was last changed, if that is known.'),
  'Cache-Control': text('Whether and how long the response may be cached, if that is restricted.'),
  'Content-Disposition': text('The file name.'),
  'WWW-Authenticate': text('The scheme `Bearer`, if the request has no key that the service knows.'),
} as const;

/** Responses of these types have a file name. */
const fileTypes = ['application/octet-stream', 'text/plain'];

type HeaderName = keyof typeof headers;

interface Operation {
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name?: string }[];
  readonly responses?: Readonly<Record<string, Response>>;
}

interface Response {
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface MediaType {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Document {
  readonly paths?: object | undefined;
  readonly components?: object | undefined;
}

/** Adds the headers of each response, which follow from its status and its operation, to an OpenAPI document. */
export function describeHeaders<D extends Document>(document: D): D {
  const operations = (document.paths ?? {}) as Record<string, Record<string, Operation>>;
  const paths = mapValues(operations, (methods) => mapValues(methods, describeOperation));
  return { ...document, paths, components: { ...document.components, headers } };
}

function describeOperation(operation: Operation): Operation {
  const responses = mapValues(operation.responses ?? {}, (response, status) => ({
    ...response,
    headers: Object.fromEntries(
      headersOf(operation, Number(status)).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
  }));
  return { ...operation, responses };
}

function headersOf(operation: Operation, status: number): HeaderName[] {
  const { deprecated, responses = {} } = operation;
  const isContent = status < 300 || status === 304;
  const isFile = Object.keys(responses[status]?.content ?? {}).some((type) => fileTypes.includes(type));
  return [
    'X-Request-ID',
    'Cache-Control',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isRateLimited(operation) ? (['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const) : []),
    ...(status === 302 || (status === 202 && isRepeatable(operation)) ? (['Location'] as const) : []),
    ...(status < 300 && isRepeatable(operation) ? (['Idempotency-Replayed'] as const) : []),
    ...(deprecated ? (['Deprecation', 'Link'] as const) : []),
    ...(isContent && '304' in responses ? (['ETag', 'Last-Modified'] as const) : []),
    ...(isFile ? (['Content-Disposition'] as const) : []),
  ];
}

/** Whether the operation accepts an Idempotency-Key; all of these create jobs or skins. */
function isRepeatable({ parameters = [] }: Operation): boolean {
  return parameters.some(({ name }) => name === 'idempotency-key');
}

function isRateLimited({ responses = {} }: Operation): boolean {
  const examples = Object.values(responses['429']?.content ?? {}).flatMap(({ example, examples = {} }) => [
    example,
    ...Object.values(examples).map(({ value }) => value),
  ]);
  return examples.some((example) => (example as { code?: string } | undefined)?.code === 'limit/rate');
}

function text(description: string) {
  return { description, schema: { type: 'string' } };
}

function number(description: string) {
  return { description, schema: { type: 'integer' } };
}
