import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { readReferenceScript, referencePage, referenceStart } from './docs-reference.ts';
import { withInlineStyles } from './security-headers.ts';

const hidden = { schema: { hide: true } };

export interface DocsOptions {
  readonly version: string;
  readonly publicUrl: string;
  /** Those of every answer, which the pages' own loosen where they must. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The documentation, made from the schemas of the routes: interactive at /api/docs, for reading at /api/redoc, for
 * machines at /api/openapi.json. To be called before the routes are added. Both pages get all they need from this
 * service and have no inline script, so its content-security-policy holds for them too.
 */
export async function addDocs(app: FastifyInstance, { version, publicUrl, headers }: DocsOptions) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Reprise',
        version,
        description: 'Turns osu! replays into videos. Submit an .osr file, follow its job, fetch the video.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl, description: 'This service.' }],
      tags: [
        { name: 'render', description: 'Submitting replays.' },
        { name: 'jobs', description: 'Following jobs and reading what is known of a play.' },
        { name: 'artifacts', description: 'Fetching videos, thumbnails, logs, replays and skins.' },
        { name: 'play', description: 'Playing a replay in a page: its map, its skin and itself.' },
        { name: 'skins', description: 'Listing and uploading skins.' },
        { name: 'service', description: 'The state of the service.' },
        { name: 'internal', description: 'For render workers only.' },
        { name: 'legacy', description: 'The deprecated root-level interface; new clients use /v1/.' },
      ],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      'openapiObject' in document ? nameArtifactPath(document.openapiObject) : document.swaggerObject,
  });

  const styled = withInlineStyles(headers);
  await app.register(async (pages) => {
    pages.addHook('onRequest', (_, reply, done) => {
      reply.headers(styled);
      done();
    });
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      // The bar on top is for choosing another document, which our policy would not let be read.
      theme: {
        title: 'Reprise API',
        css: [{ filename: 'ours.css', content: '.swagger-ui .topbar { display: none; }' }],
      },
      uiConfig: { docExpansion: 'list', tryItOutEnabled: true },
    });
    pages.get('/api/redoc', hidden, async (_, reply) => reply.type('text/html; charset=utf-8').send(referencePage));
  });

  app.get('/api/openapi.json', hidden, async () => app.swagger());
  app.get('/api/redoc/start.js', hidden, async (_, reply) => sendScript(reply, referenceStart));
  app.get('/api/redoc/reference.js', hidden, async (_, reply) => sendScript(reply, await readReferenceScript()));

  app.get('/docs', hidden, async (_, reply) => reply.redirect('/api/docs', 302));
  app.get('/redoc', hidden, async (_, reply) => reply.redirect('/api/redoc', 302));
  app.get('/openapi.json', hidden, async (_, reply) => reply.redirect('/api/openapi.json', 302));
}

/** The router's wildcard has no name in OpenAPI, and a slash may not be filled in: so here it is a folder and a file. */
function nameArtifactPath<D extends { paths?: object | undefined }>(document: D): D {
  const { '/v1/artifacts/{*}': artifacts, ...paths } = document.paths as Record<
    string,
    { get?: { parameters?: { in: string }[] } }
  >;
  const get = {
    ...artifacts?.get,
    parameters: [
      {
        ...{ in: 'path', name: 'folder', required: true, description: 'What kind of artifact it is.' },
        schema: { type: 'string', enum: ['videos', 'thumbnails', 'gifs', 'webps', 'logs', 'replays', 'skins'] },
      },
      {
        ...{ in: 'path', name: 'file', required: true, description: 'Such as `<job_id>.mp4`.' },
        schema: { type: 'string' },
      },
      ...(artifacts?.get?.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    ],
  };
  return { ...document, paths: { ...paths, '/v1/artifacts/{folder}/{file}': { get } } };
}

function sendScript(reply: { type(type: string): { send(body: string): unknown } }, script: string) {
  return reply.type('text/javascript; charset=utf-8').send(script);
}
