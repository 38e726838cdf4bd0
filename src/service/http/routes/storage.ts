import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../failure.ts';
import { type ByteRange, dispositionOf, type LocalStorage, type ObjectInfo } from '../../storage/index.ts';
import type { App } from '../dependencies.ts';
import { isNotModified } from '../requests/conditional-request.ts';

/** Serves the signed links of local storage; a bucket serves its own. */
export function addStorageRoute(app: App, storage: LocalStorage): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/storage/*',
    schema: { hide: true },
    handler: (request, reply) => sendObject(storage, request, reply),
  });
}

async function sendObject(storage: LocalStorage, request: FastifyRequest, reply: FastifyReply) {
  // The link as it was sent: only this spelling is signed.
  const { key, ...disposition } = storage.readLink(request.raw.url ?? '');
  const object = await storage.open(key);
  if (object === null) throw new Failure('artifact/not-found');

  const { status, range } = selectRange(object, request);
  const sendsBody = request.method === 'GET' && (status === 200 || status === 206);
  if (!sendsBody) await object.close();
  if (status === 416) {
    reply.header('content-range', `bytes */${object.sizeBytes}`);
    throw new Failure('artifact/no-such-range');
  }
  reply.code(status).headers({
    etag: object.etag,
    'last-modified': object.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    // Only holders of the link may cache the object, and it can be replaced while the link is valid.
    'cache-control': 'private, no-cache',
  });
  if (status === 304) return reply.send();

  reply.headers({
    'content-type': object.contentType,
    'content-disposition': dispositionOf(key, disposition),
    'x-content-type-options': 'nosniff',
    'content-length': object.sizeBytes,
  });
  if (!sendsBody) return reply.send();
  if (range !== undefined) {
    reply.headers({
      'content-range': `bytes ${range.start}-${range.end}/${object.sizeBytes}`,
      'content-length': range.end - range.start + 1,
    });
  }
  return reply.send(object.read({ range }));
}

interface Selection {
  readonly status: 200 | 206 | 304 | 416;
  readonly range?: ByteRange;
}

/** Evaluates the conditions and the range of a request in the order of RFC 9110 §13.2.2. */
function selectRange(object: ObjectInfo, { method, headers }: FastifyRequest): Selection {
  if (isNotModified(object, headers)) return { status: 304 };
  // RFC 9110 defines ranges only for GET.
  if (method !== 'GET' || headers.range === undefined || !isSame(object, headers['if-range'])) return { status: 200 };
  return rangeOf(headers.range, object.sizeBytes);
}

/** Whether the object is the one of which a resuming client already has a part. */
function isSame({ etag, lastModified }: ObjectInfo, ifRange: string | string[] | undefined): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === lastModified.toUTCString();
}

/** Parses a single range. Several ranges and invalid ones select the whole object, as RFC 9110 §14.2 allows. */
function rangeOf(header: string, size: number): Selection {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return { status: 200 };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { status: 416 } : { status: 206, range: { start: size - length, end: size - 1 } };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return { status: 200 };
  if (start >= size) return { status: 416 };
  return { status: 206, range: { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) } };
}
