import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../../failure.ts';

/**
 * Returns a function that removes the base path from the beginning of a request's path. Some proxies remove it and others
 * do not. It may occur twice: a client may append a link of ours, which contains it, to the public URL.
 */
export function createUrlRewriter(basePath: string): (request: IncomingMessage) => string {
  if (basePath === '') return ({ url = '/' }) => url;
  const prefix = new RegExp(`^(?:${basePath.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})+(?=[/?]|$)`);
  return ({ url = '/' }) => {
    const path = url.replace(prefix, '');
    return path.startsWith('/') ? path : `/${path}`;
  };
}

/**
 * Adds the base path to the paths in response headers, so that routes need not know it. Must be called before the routes
 * are added: a route below the base path could not be told from the base path itself.
 */
export function addBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return;

  app.addHook('onRoute', ({ url }) => {
    if (url !== basePath && !url.startsWith(`${basePath}/`)) return;
    throw new Failure(
      'config/invalid',
      `The service itself uses the path of PUBLIC_URL, ${basePath}. Choose another one.`,
    );
  });

  app.addHook('onSend', (_, reply, payload, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string' && location.startsWith('/')) reply.header('location', basePath + location);
    const link = reply.getHeader('link');
    if (typeof link === 'string' && link.startsWith('</')) reply.header('link', `<${basePath}${link.slice(1)}`);
    done(null, payload);
  });
}
