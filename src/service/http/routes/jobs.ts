import { z } from 'zod';
import { job, jobList, jobListQuery } from '../../../contract/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { findJob } from '../resources/find-job.ts';
import { jobJson } from '../resources/job-json.ts';
import { createJobPages } from '../resources/job-pages.ts';
import { notModified } from '../responses/entity-tags.ts';

export const jobParams = z.object({
  job_id: z.string().describe('Identifier of the job: a UUID, with or without dashes.'),
});

export function addJobRoutes(app: App, { jobs, config }: Dependencies): void {
  const sendPage = createJobPages(jobs, {
    jobJson: (listed) => jobJson(listed, config),
    pageText: (total, listed) => `{"total":${total},"jobs":[${listed}]}`,
  });
  app.get(
    '/v1/jobs/:job_id',
    {
      schema: {
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
    async ({ params }) => jobJson(await findJob(jobs, params.job_id), config),
  );

  app.get(
    '/v1/jobs',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Paginated job list',
        description: 'Returns a page of the list of all jobs, newest first.',
        querystring: jobListQuery,
        response: {
          200: jobList.describe('One page of jobs.'),
          ...notModified,
          ...errorSchemas('request/invalid', 'database/unavailable'),
        } as Record<number, z.ZodType>,
      },
    },
    async ({ query }, reply) => sendPage(reply, query),
  );
}
