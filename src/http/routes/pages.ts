import type { FastifyReply } from 'fastify';
import { parseJobId } from '../../contract/index.ts';
import type { App, Dependencies } from '../app.ts';
import { htmlPage, styleSheet, styleSheetPath } from '../html.ts';
import { jobPage, missingJobPage } from '../job-page.ts';
import { jobView } from '../job-view.ts';
import { frameable, securityHeaders } from '../security-headers.ts';
import { jobParams } from './jobs.ts';

const homePage = htmlPage({
  title: 'Reprise',
  body: `<h1>Reprise</h1>
<p>Turns osu! replays into videos. Post an .osr file to <code>/v1/render</code>, follow its job, fetch the video.</p>
<nav><a href="/api/docs">Try the API</a><a href="/api/redoc">Read the reference</a><a href="/api/openapi.json">OpenAPI</a></nav>`,
});

/** The pages people open, as opposed to the interface programs use. */
export function addPages(app: App, { jobs, config }: Dependencies): void {
  const { debug, publicUrl } = config;
  const inFrames = frameable(securityHeaders(config));

  app.get('/', { schema: { hide: true } }, async (_, reply) => html(reply).send(homePage));

  app.get('/view/:job_id', { schema: { hide: true, params: jobParams } }, async ({ params }, reply) => {
    const id = parseJobId(params.job_id);
    const job = id === null ? null : await jobs.get(id);
    if (job === null) return html(reply).code(404).send(missingJobPage);
    reply.removeHeader('x-frame-options').headers(inFrames);
    return html(reply).send(jobPage(jobView(job, { debug }), publicUrl));
  });

  app.get(styleSheetPath, { schema: { hide: true } }, async (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(styleSheet),
  );
}

function html(reply: FastifyReply): FastifyReply {
  return reply.type('text/html; charset=utf-8');
}
