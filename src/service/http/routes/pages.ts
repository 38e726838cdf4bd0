import type { FastifyReply } from 'fastify';
import { type Job, parseJobId } from '../../../contract/index.ts';
import { helpDocuments, helpPath, jobPagePaths, pagePaths } from '../../../contract/page-paths/index.ts';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { htmlPage, iconSvg, type Page } from '../page/html-page.ts';
import { embedPageHtml, jobPageHtml, missingJobPage, missingPage } from '../page/job-page.ts';
import { pageFilesPath } from '../page/page-files.ts';
import { jobJson } from '../resources/job-json.ts';
import { frameable, securityHeaders } from '../security-headers.ts';
import { jobParams } from './jobs.ts';

function about(basePath: string): string {
  const api = `${basePath}/api`;
  return `<h1>Reprise</h1>
<p>Renders osu! replays to videos. Post an .osr file to <code>${basePath}/v1/render</code>, follow its job, download the video.</p>
<nav><a href="${api}/docs">Try the API</a> <a href="${api}/redoc">Read the reference</a> <a href="${api}/openapi.json">OpenAPI</a></nav>`;
}

const titles: Readonly<Record<keyof typeof pagePaths, string>> = {
  submit: 'Reprise',
  list: 'Videos · Reprise',
  skins: 'Skins · Reprise',
  study: 'Study · Reprise',
  admin: 'Administration · Reprise',
};

const hidden = { schema: { hide: true } };

/** The web pages and their files. */
export function addPages(app: App, { jobs, config, page }: Dependencies): void {
  const { basePath, publicUrl } = config;
  const html = (content: Page) => htmlPage(content, page.start, config);
  const frameHeaders = frameable(securityHeaders(config), config.frameAncestors);

  /** The page has one address for each of its pages; a slash at the end, as people type it, leads there. */
  function redirectSlash(path: string): void {
    app.get(`${path}/`, hidden, async ({ url }, reply) => {
      const { pathname, search } = new URL(url, publicUrl);
      return reply.redirect(basePath + pathname.slice(0, -1) + search, 308);
    });
  }

  function addPage(path: string, title: string): void {
    const text = html({ title, noScript: about(basePath) });
    app.get(path, hidden, async (_, reply) => asHtml(reply).send(text));
    if (path !== '/') redirectSlash(path);
  }
  for (const page of Object.keys(titles) as (keyof typeof titles)[]) {
    if (page !== 'admin' || config.adminToken !== null) addPage(pagePaths[page], titles[page]);
  }
  for (const document of helpDocuments) addPage(helpPath(document), 'Help · Reprise');

  /** Sends the page of a job; a page with status 404 if there is none. */
  async function sendJobPage(reply: FastifyReply, text: string, pageOf: (job: Job) => Page): Promise<FastifyReply> {
    const id = parseJobId(text);
    const job = id === null ? null : await jobs.get(id);
    if (job === null) return asHtml(reply).code(404).send(html(missingJobPage));
    return asHtml(reply).send(html(pageOf(jobJson(job, config, null))));
  }
  const ofJob = { schema: { hide: true, params: jobParams } };

  app.get(`${jobPagePaths.watch}/:job_id`, ofJob, async ({ params, url }, reply) => {
    const { search } = new URL(url, publicUrl);
    return sendJobPage(reply, params.job_id, (job) => jobPageHtml(job, { publicUrl, search }));
  });

  const inFrames = { ...ofJob, config: { securityHeaders: frameHeaders } };
  app.get(`${jobPagePaths.embed}/:job_id`, inFrames, async ({ params }, reply) =>
    sendJobPage(reply, params.job_id, (job) => embedPageHtml(job, publicUrl)),
  );
  for (const path of Object.values(jobPagePaths)) redirectSlash(`${path}/:job_id`);

  // Browsers request it when a JSON response or a picture is opened in a tab.
  app.get('/favicon.ico', hidden, async (_, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(iconSvg),
  );

  app.get('/licences.txt', hidden, async (_, reply) => reply.type('text/plain; charset=utf-8').send(page.licences));

  app.get<{ Params: { file: string } }>(`${pageFilesPath}/:file`, hidden, async ({ params, headers }, reply) => {
    const file = page.find(params.file, { gzip: /\bgzip\b/.test(headers['accept-encoding'] ?? '') });
    if (file === null) throw new Failure('request/not-found');
    reply.headers({
      'content-type': file.type,
      'content-length': file.sizeBytes,
      // The name contains a hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(file.encoding && { 'content-encoding': file.encoding }),
    });
    return reply.send(file.read());
  });
}

/** The page for an address that leads nowhere. */
export function missingPageHtml({ config, page }: Pick<Dependencies, 'config' | 'page'>): string {
  return htmlPage(missingPage, page.start, config);
}

/** HTML is revalidated, because it refers to files whose names change with every build. */
function asHtml(reply: FastifyReply): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
}
