import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether a browser opens an address outside the API; programs do not prefer HTML. */
export function isPageVisit({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const isApi = /^\/(v1|api|assets)(\/|$)/.test(url);
  return (method === 'GET' || method === 'HEAD') && !isApi && /^text\/html\b/.test(headers.accept ?? '');
}

/** Sends the page for an address that leads nowhere. */
export function sendMissingPage(reply: FastifyReply, missingPage: string): FastifyReply {
  return reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(missingPage);
}
