import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../failure.ts';

/** Throws if the body has a Content-Encoding: a small body could inflate to one beyond all limits. */
export function requireUnencoded({ headers }: FastifyRequest, reply: FastifyReply): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  // RFC 9110 §12.5.3: the response to an unsupported encoding names the supported ones.
  reply.header('accept-encoding', 'identity');
  throw new Failure('request/unsupported-encoding');
}
