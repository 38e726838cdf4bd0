import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { beatmapInfo, jobCovers, parseJobId } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { Job } from '../../jobs/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { createMapRequestLimit, mapRequestsDescription } from '../limits/limit-map-requests.ts';
import { type Cover, createCovers } from '../resources/covers.ts';
import { findJob } from '../resources/find-job.ts';
import { createMapReader, type MapSource } from '../resources/map-reader.ts';
import { notModified } from '../responses/entity-tags.ts';
import { jobParams } from './jobs.ts';

/** More than a page of the list has. An id and its comma have 37 characters. */
const maxCoverList = { count: 30, length: 30 * 37 };

const idsError = `Must be ids of jobs, at most ${maxCoverList.count}, with commas between them.`;

const params = z.object({
  md5: z.string().meta({
    description: 'MD5 of the .osu file, as in the header of a replay: 32 hex digits.',
    example: '0123456789abcdef0123456789abcdef',
  }),
});

const sizeQuery = z.object({
  size: z
    .enum(['original', 'small'], 'Must be original or small.')
    .default('original')
    .describe('small: scaled and cropped to 640 × 360; the original if the service is busy.'),
});

/** What a page shows of a map before a render. Nothing is downloaded from mirrors for it. */
export function addBeatmapInfoRoutes(app: App, dependencies: Dependencies): void {
  const { beatmaps, config, jobs, resizeCover, tempFolder } = dependencies;
  const countRequest = createMapRequestLimit(dependencies);
  const maps = createMapReader({ beatmaps, newPath: tempFolder.newPath });
  const covers = createCovers({ beatmaps, maps, resize: resizeCover });
  const coverUrl = (md5: string) => `${config.basePath}/v1/beatmaps/${md5.toLowerCase()}/cover`;
  /** Of a map in an uploaded set, below its job: other clients may have other sets with the same map. */
  const jobCoverUrl = (jobId: string, { md5, setId }: MapSource) =>
    `${setId === null ? coverUrl(md5) : `${config.basePath}/v1/jobs/${jobId}/cover`}?size=small`;

  app.get(
    '/v1/beatmaps/:md5/info',
    {
      schema: {
        operationId: 'getBeatmapInfo',
        tags: ['play'],
        summary: 'Whether a beatmap is available',
        description:
          'Whether the service already has the map with this MD5, and the map itself. Sets that clients have uploaded with ' +
          `their replays do not count: they belong to their jobs. ${mapRequestsDescription}`,
        params,
        response: {
          200: beatmapInfo.describe('What the service knows of the map, even if it does not have it.'),
          ...notModified,
          ...errorSchemas(...commonFailures),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      const { md5 } = request.params;
      const files = await maps.read({ md5, setId: null });
      const cover = await covers.original({ md5, setId: null });
      return {
        available: files !== null,
        downloads: beatmaps.downloads,
        osu: files && new TextDecoder().decode(files.osu),
        cover_url: cover && coverUrl(md5),
      };
    },
  );

  app.get(
    '/v1/jobs/covers',
    {
      schema: {
        operationId: 'getJobCovers',
        tags: ['play'],
        summary: 'The pictures and titles of the maps of jobs',
        description:
          'Links to the pictures of the maps of these jobs, for a list that should not request pictures that do not exist, ' +
          `and the titles of the maps, for jobs that no worker has begun. ${mapRequestsDescription}`,
        querystring: z.object({
          ids: z
            .string(idsError)
            .max(maxCoverList.length, idsError)
            .describe(`Ids of up to ${maxCoverList.count} jobs, separated by commas; others are ignored.`),
        }),
        response: {
          200: jobCovers.describe('The pictures and titles of the maps that the service has.'),
          ...notModified,
          ...errorSchemas('request/invalid', ...commonFailures),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      const ids = request.query.ids.split(',').flatMap((id) => parseJobId(id) ?? []);
      const found = await Promise.all(
        (await jobs.getAll([...new Set(ids)].slice(0, maxCoverList.count))).map(async (job) => {
          const source = mapSourceOf(job);
          return source && { id: job.id, source, ...(await covers.describe(source)) };
        }),
      );
      const known = found.filter((map) => map !== null);
      const illustrated = known.filter(({ hasCover }) => hasCover);
      return {
        covers: Object.fromEntries(illustrated.map(({ id, source }) => [id, jobCoverUrl(id, source)])),
        titles: Object.fromEntries(known.flatMap(({ id, title }) => (title === null ? [] : [[id, title]]))),
      };
    },
  );

  app.get(
    '/v1/beatmaps/:md5/cover',
    {
      schema: {
        operationId: 'getBeatmapCover',
        tags: ['play'],
        summary: 'The background picture of a beatmap',
        description:
          'The background picture of an available map, as it is in its set, or as a JPEG of 640 × 360 for cards. ' +
          mapRequestsDescription,
        params,
        querystring: sizeQuery,
        response: {
          200: pictureResponse,
          ...errorSchemas('beatmap/not-found', 'request/invalid', ...commonFailures),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      return sendPicture(reply, await covers[request.query.size]({ md5: request.params.md5, setId: null }));
    },
  );

  app.get(
    '/v1/jobs/:job_id/cover',
    {
      schema: {
        operationId: 'getJobCover',
        tags: ['play'],
        summary: 'The background picture of the map of a job',
        description:
          'Like GET /v1/beatmaps/{md5}/cover, but also from a set that was uploaded with the replay. ' +
          mapRequestsDescription,
        params: jobParams,
        querystring: sizeQuery,
        response: {
          200: pictureResponse,
          ...errorSchemas('job/not-found', 'beatmap/not-found', 'request/invalid', ...commonFailures),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      const source = mapSourceOf(await findJob(jobs, request.params.job_id));
      return sendPicture(reply, source && (await covers[request.query.size](source)));
    },
  );
}

/** Where the map of a job is; null if its uploaded set has been removed. */
function mapSourceOf({ beatmapSetId, beatmapSha256, replay }: Job): MapSource | null {
  if (beatmapSetId === null && beatmapSha256 !== null) return null;
  return { md5: replay.beatmapMd5, setId: beatmapSetId };
}

function sendPicture(reply: FastifyReply, cover: Cover | null) {
  if (cover === null) throw new Failure('beatmap/not-found');
  const { bytes, type } = cover;
  reply.type(type).header('cache-control', 'public, max-age=86400');
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const commonFailures = ['limit/rate', 'database/unavailable', 'storage/unavailable'] as const;
const picture = z.string().meta({ format: 'binary' });
const pictureResponse = {
  description: 'The picture: a jpg or a png.',
  content: { 'image/jpeg': { schema: picture }, 'image/png': { schema: picture } },
};
