import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { withInlineStyles } from '../security-headers.ts';
import { keepAnnotations } from './annotations.ts';
import { readReferenceScript, referencePage, referenceStart } from './api-reference.ts';
import { documentArtifactPaths } from './artifact-paths.ts';
import { addComponents, openResponses, registerNamedSchemas } from './components.ts';
import { addInteractivePage } from './interactive-page.ts';
import { describeHeaders } from './response-headers.ts';

const keyScheme = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A key that the operator of the service has created. It is optional, unless the service requires it for submissions and ' +
    'uploads. With a key, the limits are those of the key instead of those of the address. A request may name one of the ' +
    "client's users in the header `X-On-Behalf-Of`, with 1 to 64 visible ASCII characters. Each user then has the limits of " +
    'an address, within those of the key.',
} as const;

const hidden = { schema: { hide: true } };

export interface ApiDocsOptions {
  readonly version: string;
  /** The path of the public URL. */
  readonly basePath: string;
  /** Whether submissions and uploads need a key. */
  readonly requireKey: boolean;
  /** The security headers of every response; the documentation pages relax them where necessary. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Adds the API documentation, which is generated from the schemas of the routes: interactive at /api/docs, as a reference at
 * /api/redoc, and as OpenAPI at /api/openapi.json. Must be called before the routes are added. Both pages load everything
 * from this service and have no inline scripts, so they need no exception from its content security policy for scripts.
 */
export async function addApiDocs(app: FastifyInstance, options: ApiDocsOptions) {
  const { version, basePath, requireKey, headers } = options;
  registerNamedSchemas();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Reprise',
        version,
        description: 'Renders osu! replays to videos. Submit an .osr file, follow its job, download the video.',
        contact: { name: 'The operator of this service' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // A path instead of a URL: the pages call the service under the name by which they were opened. Their content security
      // policy allows no other.
      servers: [{ url: basePath === '' ? '/' : basePath, description: 'This service.' }],
      components: { securitySchemes: { key: keyScheme } },
      // An empty requirement makes the key optional.
      security: [{}, { key: [] }],
      tags: [
        { name: 'render', description: 'Submit replays.' },
        { name: 'jobs', description: 'Follow jobs and read the analytics of a play.' },
        { name: 'artifacts', description: 'Download videos, thumbnails, logs, replays and skins.' },
        {
          name: 'play',
          description: 'The files for playing a replay in the browser: the replay, its beatmap and a skin.',
        },
        { name: 'skins', description: 'List, upload and remove skins.' },
        { name: 'service', description: 'The health of the service.' },
        { name: 'internal', description: 'Only for render workers.' },
        { name: 'legacy', description: 'The deprecated root-level interface. New clients should use /v1/.' },
      ],
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      keepAnnotations(schema);
      const needsKey = requireKey && route.route.config?.needsKey === true;
      return { schema: needsKey ? { ...schema, security: [{ key: [] }] } : schema, url };
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? prefixLinks(completeDocument(document.openapiObject), basePath)
        : document.swaggerObject,
  });

  const pageHeaders = withInlineStyles(headers);
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, securityHeaders: pageHeaders };
    });
    addInteractivePage(pages, { basePath });
    pages.get('/api/redoc', hidden, async (_, reply) => reply.type('text/html; charset=utf-8').send(referencePage));
  });

  app.get('/api/openapi.json', hidden, async () => app.swagger());
  app.get('/api/redoc/start.js', hidden, async (_, reply) => sendScript(reply, referenceStart));
  app.get('/api/redoc/reference.js', hidden, async (_, reply) => sendScript(reply, await readReferenceScript()));

  app.get('/docs', hidden, async (_, reply) => reply.redirect('/api/docs', 302));
  app.get('/redoc', hidden, async (_, reply) => reply.redirect('/api/redoc', 302));
  app.get('/openapi.json', hidden, async (_, reply) => reply.redirect('/api/openapi.json', 302));
}

/** Corrects and adds what the library cannot derive from the routes. */
function completeDocument<D extends { paths?: object | undefined; components?: object | undefined }>(document: D): D {
  const routes = markOptionalBodies(documentArtifactPaths(document));
  return describeHeaders(openResponses(addComponents(routes)));
}

/** A form without required fields may be left out; the library calls every body required. */
function markOptionalBodies<D extends { paths?: object | undefined }>(document: D): D {
  for (const { post } of Object.values(document.paths ?? {})) {
    const form = post?.requestBody?.content?.['multipart/form-data']?.schema;
    if (form !== undefined && (form.required ?? []).length === 0) post.requestBody.required = false;
  }
  return document;
}

/** The descriptions link to pages of this service, which may be below the path of the public URL. */
function prefixLinks<D extends object>(document: D, basePath: string): D {
  return JSON.parse(JSON.stringify(document).replaceAll('](/', `](${basePath}/`));
}

function sendScript(reply: { type(type: string): { send(body: string): unknown } }, script: string) {
  return reply.type('text/javascript; charset=utf-8').send(script);
}
