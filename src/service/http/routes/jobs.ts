import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type JobListQuery, job, jobList, jobListQuery } from '../../../contract/index.ts';
import { type Client, isKeyItself, type JobFilter } from '../../jobs/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { createClientReader } from '../limits/request-client.ts';
import { findJob } from '../resources/find-job.ts';
import { jobJson } from '../resources/job-json.ts';
import { createJobPages } from '../resources/job-pages.ts';
import { notModified } from '../responses/entity-tags.ts';

export const jobParams = z.object({
  job_id: z.string().describe('Identifier of the job: a UUID, with or without dashes.'),
});

export function addJobRoutes(app: App, { jobs, config }: Dependencies): void {
  const readClient = createClientReader(config);
  const sendPage = createJobPages(jobs, {
    jobJson: (listed, client) => jobJson(listed, config, client),
    pageText: (total, listed) => `{"total":${total},"jobs":[${listed}]}`,
  });
  app.get(
    '/v1/jobs/:job_id',
    {
      schema: {
        operationId: 'getJob',
        tags: ['jobs'],
        summary: 'Job status',
        description: 'Returns one job. To follow a render, poll this endpoint or subscribe to its events.',
        params: jobParams,
        response: {
          200: job.describe('The job.'),
          ...notModified,
          ...errorSchemas('job/not-found', 'database/unavailable'),
        },
      },
    },
    async (request, reply) => {
      const client = readClient(request);
      const found = await findJob(jobs, request.params.job_id);
      return forOneClient(reply).send(jobJson(found, config, client));
    },
  );

  app.get(
    '/v1/jobs',
    {
      schema: {
        operationId: 'listJobs',
        tags: ['jobs'],
        summary: 'Paginated job list',
        description: 'Returns a page of the list of all jobs, or of those that match all filters, newest first.',
        querystring: jobListQuery,
        response: {
          200: jobList.describe('One page of jobs.'),
          ...notModified,
          ...errorSchemas('request/invalid', 'database/unavailable'),
        } as Record<number, z.ZodType>,
      },
    },
    async (request, reply) => {
      const client = readClient(request);
      return sendPage(forOneClient(reply), filterOf(request.query, client), client);
    },
  );
}

/** Keeps caches from sharing a response that says which jobs the client has submitted. */
function forOneClient<Reply extends FastifyReply>(reply: Reply): Reply {
  return reply.header('cache-control', 'private, no-cache') as Reply;
}

function filterOf({ cancelled, mine, min_stars, max_stars, ...others }: JobListQuery, client: Client): JobFilter {
  return {
    ...others,
    isCancelled: cancelled,
    ...(mine === true && ownJobs(client)),
    minStars: min_stars,
    maxStars: max_stars,
  };
}

/** A key that names no user owns the jobs of all its users. */
function ownJobs(client: Client): Pick<JobFilter, 'client' | 'keyId'> {
  return isKeyItself(client) ? { keyId: client.keyId ?? undefined } : { client: client.client };
}
