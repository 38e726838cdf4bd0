import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path that replaces a deprecated route. */
    successor?: string | ((params: Record<string, string>) => string);
  }
}

/** Marks every response of a route with a successor as deprecated, errors of later hooks included, and links to the successor. */
export function addDeprecation(app: FastifyInstance): void {
  app.addHook('onRequest', ({ params, routeOptions }, reply, done) => {
    const { successor } = routeOptions.config;
    if (successor !== undefined) {
      const path = typeof successor === 'string' ? successor : successor(params as Record<string, string>);
      reply.header('deprecation', 'true').header('link', `<${encodeURI(path)}>; rel="successor-version"`);
    }
    done();
  });
}
