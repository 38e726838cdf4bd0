import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { createMapRequestLimit, mapRequestsDescription } from '../limits/limit-map-requests.ts';
import { isNotModified } from '../requests/conditional-request.ts';
import { findJob } from '../resources/find-job.ts';
import { jobJson } from '../resources/job-json.ts';
import { notModified } from '../responses/entity-tags.ts';
import { jobParams } from './jobs.ts';

/** Serves the picture that chats show beside a link to a job. */
export function addJobCardRoute(app: App, dependencies: Dependencies): void {
  const { jobs, cards, config } = dependencies;
  const countRequest = createMapRequestLimit(dependencies);

  app.get(
    '/v1/jobs/:job_id/card',
    {
      schema: {
        operationId: 'getJobCard',
        tags: ['jobs'],
        summary: 'Picture of the play',
        description:
          'The title, player, mods, grade, accuracy, performance points, combo and misses of the play as a picture, over a ' +
          'frame of the video once it exists; of several players, their names and number. The page of a job names it for chats that show previews of links. ' +
          mapRequestsDescription,
        params: jobParams,
        response: {
          200: {
            description: 'The picture, 1200 × 630.',
            content: { 'image/jpeg': { schema: z.string().meta({ format: 'binary' }) } },
          },
          ...notModified,
          ...errorSchemas('job/not-found', 'limit/rate', 'card/busy', 'database/unavailable', 'storage/unavailable'),
        },
      },
    },
    async (request, reply) => {
      await countRequest(request, reply);
      const { params, headers } = request;
      const card = await cards.find(jobJson(await findJob(jobs, params.job_id), config, null));
      reply.headers({ etag: card.etag, 'cache-control': 'public, max-age=300' });
      if (isNotModified({ etag: card.etag }, headers)) return reply.code(304).send(undefined as never);
      return reply.type('image/jpeg').send((await card.draw()) as never);
    },
  );
}
