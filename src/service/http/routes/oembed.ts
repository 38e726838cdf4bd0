import { z } from 'zod';
import { embedHtml, embedSize } from '../../../contract/embed/index.ts';
import { oembed, renderOptionsOf } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { embedUrl, hasVideo, positionOf, titleOf } from '../page/job-page.ts';
import { findJob } from '../resources/find-job.ts';
import { jobJson } from '../resources/job-json.ts';
import { notModified } from '../responses/entity-tags.ts';

const sizeError = 'Must be a whole number of pixels, 1 or larger.';
const size = z.coerce.number(sizeError).int(sizeError).min(1, sizeError).optional();
const urlError = 'Must be the address of the page of a video, such as https://host.example/view/JOB_ID.';
const formatError = 'Must be json.';

const query = z.object({
  url: z.string(urlError).max(2048, urlError).describe('Address of the page of a video, as in `/view/{job_id}`.'),
  format: z.string(formatError).max(64, formatError).optional().describe('Only `json`, which is the default.'),
  maxwidth: size.describe('Maximum width of the frame in pixels.'),
  maxheight: size.describe('Maximum height of the frame in pixels.'),
});

/** Tells other sites how to show a video in a frame (https://oembed.com). */
export function addOembedRoute(app: App, { jobs, config }: Dependencies): void {
  const { publicUrl } = config;
  app.get(
    '/oembed',
    {
      schema: {
        operationId: 'getOembed',
        tags: ['play'],
        summary: 'How to embed a video',
        description: 'Describes a finished video for other sites, as oEmbed specifies.',
        querystring: query,
        response: {
          200: oembed.describe('The video and the HTML that shows it.'),
          ...notModified,
          ...errorSchemas(
            'job/not-found',
            'artifact/not-found',
            'embed/unsupported-format',
            'request/invalid',
            'database/unavailable',
          ),
        },
      },
    },
    async ({ query: { url, format = 'json', maxwidth, maxheight } }) => {
      if (format !== 'json') throw new Failure('embed/unsupported-format');
      const { id, search } = readAddress(url);
      const job = jobJson(await findJob(jobs, id), config, null);
      if (!hasVideo(job)) throw new Failure('artifact/not-found', 'The job has no video.');
      const video = renderOptionsOf(job.config);
      const limits = { ...(maxwidth && { maxWidth: maxwidth }), ...(maxheight && { maxHeight: maxheight }) };
      const frame = { title: titleOf(job), ...embedSize(video, limits) };
      return {
        version: '1.0' as const,
        type: 'video' as const,
        provider_name: 'Reprise',
        provider_url: `${publicUrl}/`,
        title: frame.title,
        author_name: job.player,
        width: frame.width,
        height: frame.height,
        html: embedHtml({ ...frame, url: embedUrl(job, publicUrl, positionOf(search)) }),
        thumbnail_url: new URL(job.artifacts.thumbnail_url, publicUrl).href,
        ...thumbnailSizeOf(video),
      };
    },
  );
}

/** As the renderer draws it; see rendering/render/artifacts/thumbnail.ts. */
function thumbnailSizeOf({ width, height }: { width: number; height: number }) {
  return width < height
    ? { thumbnail_width: 720, thumbnail_height: 1280 }
    : { thumbnail_width: 1280, thumbnail_height: 720 };
}

/** The id of the job whose page an address names. The service may be reached under several names, so any host will do. */
function readAddress(address: string): { id: string; search: string } {
  const url = URL.canParse(address) ? new URL(address) : null;
  const [, id] = /\/(?:view|embed)\/([^/]+)$/.exec(url?.pathname ?? '') ?? [];
  if (url === null || id === undefined) throw new Failure('job/not-found');
  return { id, search: url.search };
}
