import { z } from 'zod';
import {
  legacyCreatedOf,
  legacyJob,
  legacyJobCreated,
  legacyJobOf,
  parseJobId,
  readSubmittedSettings,
  resolutionOfQuality,
} from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { fileResponse } from '../docs/artifact-paths.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { addFormRoutes, skipValidation } from '../forms/form-routes.ts';
import { idempotencyHeaders } from '../idempotency/idempotency-key.ts';
import type { PublicFolder } from '../resources/artifact-key.ts';
import { findJob } from '../resources/find-job.ts';
import { jobJson } from '../resources/job-json.ts';
import { createJobPages } from '../resources/job-pages.ts';
import { notModified } from '../responses/entity-tags.ts';
import type { ReadSettings, SubmitReplay } from '../submissions/submissions.ts';
import { jobParams } from './jobs.ts';
import { renderForm, submissionErrors } from './submission/render.ts';

const maxRecentJobs = 50;

/** The root-level interface of the earlier application: the functions of v1 with older paths and shapes. */
export function addLegacyRoutes(app: App, { jobs, config }: Dependencies, submitReplay: SubmitReplay): void {
  const sendPage = createJobPages(jobs, {
    jobJson: (job) => legacyJobOf(jobJson(job, config, null)),
    pageText: (_, listed) => `[${listed}]`,
  });
  addFormRoutes(app, (scope) => {
    scope.post(
      '/render',
      {
        config: { needsKey: true, successor: '/v1/render' },
        validatorCompiler: skipValidation,
        schema: {
          ...legacySchema(
            'legacySubmitReplay',
            'Submit a replay',
            'Like POST /v1/render, but with `quality` instead of `resolution`, and without `settings` and `beatmap`.',
          ),
          consumes: ['multipart/form-data'],
          headers: idempotencyHeaders,
          body: renderForm.omit({ resolution: true, settings: true }).extend({
            quality: z.string().optional().describe('"ultra" renders in 4k, every other value in 1080p.'),
          }),
          response: { 200: legacyJobCreated.describe('The job was queued.'), ...submissionErrors },
        },
      },
      async (request, reply) =>
        legacyCreatedOf((await submitReplay(request, reply, { readSettings: readLegacySettings })).id, config.basePath),
    );
  });

  app.get(
    '/status/:job_id',
    {
      config: { successor: ({ job_id }) => `/v1/jobs/${job_id}` },
      schema: {
        ...legacySchema('legacyGetJob', 'Job status', 'Like GET /v1/jobs/{job_id}, but with other fields.'),
        params: jobParams,
        response: {
          200: legacyJob.describe('The job.'),
          ...notModified,
          ...errorSchemas('job/not-found', 'database/unavailable'),
        },
      },
    },
    async ({ params }) => legacyJobOf(jobJson(await findJob(jobs, params.job_id), config, null)),
  );

  app.get(
    '/jobs',
    {
      config: { successor: '/v1/jobs' },
      schema: {
        ...legacySchema(
          'legacyListJobs',
          'Recent jobs',
          'The 50 most recent jobs, newest first. The list is not paginated.',
        ),
        response: {
          200: z.array(legacyJob).describe('The jobs.'),
          ...notModified,
          ...errorSchemas('database/unavailable'),
        } as Record<number, z.ZodType>,
      },
    },
    async (_, reply) => sendPage(reply, { limit: maxRecentJobs, offset: 0 }, null),
  );

  addRedirect(app, { path: '/video/:job_id.mp4', artifact: 'video', folder: 'videos', extension: '.mp4' });
  addRedirect(app, { path: '/thumbnail/:job_id.jpg', artifact: 'thumbnail', folder: 'thumbnails', extension: '.jpg' });
  addRedirect(app, { path: '/logs/:job_id', artifact: 'log', folder: 'logs', extension: '.log' });
}

interface Redirect {
  readonly path: string;
  readonly artifact: string;
  readonly folder: PublicFolder;
  /** With its dot. */
  readonly extension: string;
}

function addRedirect(app: App, { path, artifact, folder, extension }: Redirect): void {
  const targetOf = (jobId: string): string | null => {
    const id = parseJobId(jobId);
    return id && `/v1/artifacts/${folder}/${id}${extension}`;
  };
  app.get(
    path,
    {
      config: { successor: ({ job_id = '' }) => targetOf(job_id) ?? `/v1/artifacts/${folder}/` },
      schema: {
        ...legacySchema(
          `legacyGet${capitalized(artifact)}`,
          `Redirect to the ${artifact}`,
          `Redirects to the ${artifact} under /v1/artifacts/.`,
        ),
        params: jobParams,
        response: {
          200: fileResponse(folder),
          302: z.null().describe(`The header Location has the path of the ${artifact}.`),
          ...errorSchemas('job/not-found'),
        },
      },
    },
    async ({ params }, reply) => {
      const target = targetOf(params.job_id);
      if (target === null) throw new Failure('job/not-found');
      return reply.redirect(target, 302);
    },
  );
}

/** Reads `quality`. The v1 fields `resolution` and `settings` are ignored, like all unknown fields. */
const readLegacySettings: ReadSettings = (texts) => {
  const resolution = resolutionOfQuality(texts.get('quality')?.at(-1));
  const others = [...texts].filter(([name]) => name !== 'settings');
  return readSubmittedSettings(new Map([...others, ['resolution', [resolution]]]));
};

export function legacySchema(operationId: string, summary: string, description: string) {
  return { operationId, tags: ['legacy'], deprecated: true, summary, description };
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
