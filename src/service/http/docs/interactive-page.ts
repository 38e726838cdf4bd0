import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Failure } from '../../../failure.ts';

/**
 * Adds the interactive documentation at /api/docs. Its package has more files than the rest of the service. They are loaded
 * when the page is first opened, into an app of its own that serves them.
 */
export function addInteractivePage(app: FastifyInstance, { basePath }: { basePath: string }): void {
  let pages: Promise<FastifyInstance> | undefined;

  async function respond(request: FastifyRequest, reply: FastifyReply) {
    pages ??= createPages(app, basePath).catch((error) => {
      pages = undefined;
      throw error;
    });
    const { statusCode, headers, rawPayload } = await (await pages).inject({
      url: request.url,
      headers: request.headers,
    });
    if (statusCode === 404) throw new Failure('request/not-found');
    for (const [name, value] of Object.entries(headers)) {
      if (!connectionHeaders.includes(name)) reply.header(name, value);
    }
    // Generated texts become strings, so that the service adds an ETag and compresses them. Files have their own ETag.
    return reply.code(statusCode).send('accept-ranges' in headers ? rawPayload : rawPayload.toString());
  }

  for (const path of ['/api/docs', '/api/docs/*']) app.get(path, { schema: { hide: true } }, respond);
}

/** The headers that the service sets itself. */
const connectionHeaders = ['connection', 'content-length', 'date', 'transfer-encoding'];

async function createPages(app: FastifyInstance, basePath: string): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const pages = fastify();
  // Its types know no OpenAPI 3.1, whose documents may have no paths.
  const document = app.swagger() as StaticDocumentSpec['document'];
  await pages.register(swagger, { mode: 'static', specification: { document } });
  await pages.register(swaggerUi, {
    routePrefix: '/api/docs',
    indexPrefix: basePath,
    // The top bar loads other documents, which the content security policy would block.
    theme: {
      title: 'Reprise API',
      css: [{ filename: 'overrides.css', content: '.swagger-ui .topbar { display: none; }' }],
    },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true },
  });
  return pages;
}
