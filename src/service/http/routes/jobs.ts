import { z } from 'zod';
import { job, jobList, jobListQuery } from '../../../contract/index.ts';
import type { App, Dependencies } from '../app.ts';
import { errorAnswers } from '../error-docs.ts';
import { jobView } from '../job-view.ts';
import { knownJob } from '../known-job.ts';

export const jobParams = z.object({
  job_id: z.string().describe('Identifier of the job: a UUID with dashes, or its 32 hex digits.'),
});

export function addJobRoutes(app: App, { jobs, config: { debug } }: Dependencies): void {
  app.get(
    '/v1/jobs/:job_id',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Job status',
        description: 'Everything known about one job. Poll it to follow a render, or follow its events.',
        params: jobParams,
        response: { 200: job.describe('The job.'), ...errorAnswers('job/not-found') },
      },
    },
    async ({ params }) => jobView(await knownJob(jobs, params.job_id), { debug }),
  );

  app.get(
    '/v1/jobs',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Paginated job list',
        description: 'All jobs, newest first, on pages.',
        querystring: jobListQuery,
        response: { 200: jobList.describe('One page of jobs.'), ...errorAnswers('request/invalid') },
      },
    },
    async ({ query }) => {
      const page = await jobs.list(query);
      return { total: page.total, jobs: page.jobs.map((found) => jobView(found, { debug })) };
    },
  );
}
