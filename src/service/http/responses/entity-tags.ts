import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isNotModified } from '../requests/conditional-request.ts';
import { addVary } from './compression.ts';

/** The schema of the response to a client that has the current version. */
export const notModified = {
  304: z.null().describe('Nothing has changed since the version whose ETag the client sent in If-None-Match.'),
};

const revalidated = ['no-cache', 'private, no-cache'];

/**
 * Gives every text that clients may keep, above all jobs and lists of jobs, an ETag and the rule to revalidate it. A client
 * that polls an unchanged resource gets 304 without a body.
 */
export function addEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    done(null, tagContent(request, reply, payload));
  });
}

/** Returns what remains of the content to send. */
function tagContent({ method, headers }: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  // Fastify would give the missing body of a HEAD the length 0. The length of a 304 is that of the content that the client
  // has (RFC 9110 §8.6) or unknown, as that of a stream is.
  if (method === 'HEAD' && reply.statusCode === 304 && payload == null) return Readable.from([]);
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || reply.statusCode !== 200 || !isText(payload)) return payload;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  if (!revalidated.includes(String(reply.getHeader('cache-control')))) return payload;
  const etag = String(reply.getHeader('etag') ?? entityTagOf(payload));
  reply.header('etag', etag);
  if (!isNotModified({ etag }, headers)) return payload;
  reply.code(304);
  // For HEAD, Fastify replaces the body by its length, which a 304 may have too.
  return method === 'HEAD' ? payload : null;
}

/** Whether a 304 may be all that the client needs. The response to a HEAD has the length of the content. */
export function mayBeUnmodified({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers['if-none-match'] !== undefined;
}

/** Responds to a client that has the current version, without the content. */
export function sendUnmodified(reply: FastifyReply, etag: string): FastifyReply {
  addVary(reply);
  return reply.code(304).header('etag', etag).send();
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

/** The tag is weak, because the compressed forms share it. */
export function entityTagOf(text: string | Buffer): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}

/** The tag of a resource with a known version in some format, which takes no hash of its content. Both must be visible ASCII. */
export function versionTagOf(format: string, version: string): string {
  return `W/"${format}-${version}"`;
}
