import type { FastifyInstance } from 'fastify';
import { Failure } from '../../../failure.ts';
import { isPageVisit, sendMissingPage } from '../requests/page-visit.ts';

/**
 * Responds with 404 to unknown paths, and with 405 and the allowed methods to known paths. Visitors who open an unknown
 * address in a browser get a page. Must be called before the routes are added.
 */
export function addNotFound(app: FastifyInstance, missingPage: string | null = null): void {
  const methodsByPattern = new Map<string, { matches: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    // The CORS preflight route matches every path.
    if (url === '*') return;
    const route = methodsByPattern.get(url) ?? { matches: pathPattern(url), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    methodsByPattern.set(url, route);
  });

  // The body is not read, so its media type does not matter; Fastify would refuse one that it cannot parse.
  app.addHook('onRequest', (request, _, done) => {
    if (request.is404) delete request.raw.headers['content-type'];
    done();
  });

  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = [...methodsByPattern.values()]
      .filter(({ matches }) => matches.test(path))
      .map((route) => route.methods);
    if (methods.length === 0 && missingPage !== null && isPageVisit(request)) {
      return sendMissingPage(reply, missingPage);
    }
    if (methods.length === 0) throw new Failure('request/not-found');
    reply.header('allow', [...new Set(methods.flatMap((names) => [...names]))].sort().join(', '));
    throw new Failure('request/method-not-allowed');
  });
}

/** A route pattern such as `/v1/jobs/:job_id`, `/video/:job_id.mp4` or `/v1/artifacts/*` as a regular expression for encoded paths. */
function pathPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/, '[^/]+')))
    .join('/');
  return new RegExp(`^${source}$`);
}
