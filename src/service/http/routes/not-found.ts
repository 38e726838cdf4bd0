import type { FastifyInstance } from 'fastify';
import { Failure } from '../../../failure.ts';

/**
 * Answers paths nobody serves with 404, and paths served for other methods only with 405 and those methods. To be
 * called before the routes are added.
 */
export function addNotFound(app: FastifyInstance): void {
  const methodsByPattern = new Map<string, { matches: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    // The preflight route of CORS matches every path and says nothing about any.
    if (url === '*') return;
    const route = methodsByPattern.get(url) ?? { matches: pathPattern(url), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    methodsByPattern.set(url, route);
  });

  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = [...methodsByPattern.values()]
      .filter(({ matches }) => matches.test(path))
      .map((route) => route.methods);
    if (methods.length === 0) throw new Failure('request/not-found');
    reply.header('allow', [...new Set(methods.flatMap((some) => [...some]))].sort().join(', '));
    throw new Failure('request/method-not-allowed');
  });
}

/** `/v1/jobs/:job_id`, `/video/:job_id.mp4` and `/v1/artifacts/*` as expressions over the still encoded path. */
function pathPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/, '[^/]+')))
    .join('/');
  return new RegExp(`^${source}$`);
}
