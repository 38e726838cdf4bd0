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
import type { App, Dependencies } from '../app.ts';
import { errorAnswers } from '../error-docs.ts';
import { jobView } from '../job-view.ts';
import { knownJob } from '../known-job.ts';
import type { ReadSettings, SubmitReplay } from '../submit-replay.ts';
import { addFormRoutes, readByHandler } from './forms.ts';
import { jobParams } from './jobs.ts';
import { renderForm, submissionErrors } from './render.ts';

const mostRecent = 50;

/** The root-level interface of the earlier application: the v1 functions behind older shapes. */
export function addLegacyRoutes(app: App, { jobs, config: { debug } }: Dependencies, submitReplay: SubmitReplay): void {
  addFormRoutes(app, (scope) => {
    scope.post(
      '/render',
      {
        ...supersededBy('/v1/render'),
        validatorCompiler: readByHandler,
        schema: {
          ...legacySchema('Submit a replay', 'As POST /v1/render, with `quality` in place of `resolution`.'),
          consumes: ['multipart/form-data'],
          body: renderForm.omit({ resolution: true, settings: true }).extend({
            quality: z.string().optional().describe('"ultra" gives 4k, any other value 1080p.'),
          }),
          response: { 200: legacyJobCreated.describe('The job was queued.'), ...submissionErrors },
        },
      },
      async (request, reply) => legacyCreatedOf((await submitReplay(request, reply, { read: readLegacySettings })).id),
    );
  });

  app.get(
    '/status/:job_id',
    {
      ...supersededBy(({ job_id }) => `/v1/jobs/${job_id}`),
      schema: {
        ...legacySchema('Job status', 'As GET /v1/jobs/{job_id}, with other fields.'),
        params: jobParams,
        response: { 200: legacyJob.describe('The job.'), ...errorAnswers('job/not-found') },
      },
    },
    async ({ params }) => legacyJobOf(jobView(await knownJob(jobs, params.job_id), { debug })),
  );

  app.get(
    '/jobs',
    {
      ...supersededBy('/v1/jobs'),
      schema: {
        ...legacySchema('Recent jobs', 'The 50 most recent jobs, newest first, without pages.'),
        response: { 200: z.array(legacyJob).describe('The jobs.'), ...errorAnswers() },
      },
    },
    async () => {
      const page = await jobs.list({ limit: mostRecent, offset: 0 });
      return page.jobs.map((job) => legacyJobOf(jobView(job, { debug })));
    },
  );

  addRedirect(app, { path: '/video/:job_id.mp4', what: 'video', folder: 'videos', ending: '.mp4' });
  addRedirect(app, { path: '/thumbnail/:job_id.jpg', what: 'thumbnail', folder: 'thumbnails', ending: '.jpg' });
  addRedirect(app, { path: '/logs/:job_id', what: 'log', folder: 'logs', ending: '.log' });
}

interface Redirect {
  readonly path: string;
  readonly what: string;
  readonly folder: string;
  readonly ending: string;
}

function addRedirect(app: App, { path, what, folder, ending }: Redirect): void {
  const targetOf = (jobId: string): string | null => {
    const id = parseJobId(jobId);
    return id && `/v1/artifacts/${folder}/${id}${ending}`;
  };
  app.get(
    path,
    {
      ...supersededBy(({ job_id = '' }) => targetOf(job_id) ?? `/v1/artifacts/${folder}/`),
      schema: {
        ...legacySchema(`Redirect to the ${what}`, `Leads to the ${what} under /v1/artifacts/.`),
        params: jobParams,
        response: { 302: z.null().describe(`Location: the path of the ${what}.`), ...errorAnswers('job/not-found') },
      },
    },
    async ({ params }, reply) => {
      const target = targetOf(params.job_id);
      if (target === null) throw new Failure('job/not-found');
      return reply.redirect(target, 302);
    },
  );
}

/** `quality` decides; `resolution` and `settings` are fields of another interface and ignored like any unknown one. */
const readLegacySettings: ReadSettings = (texts) => {
  const resolution = resolutionOfQuality(texts.get('quality')?.at(-1));
  const known = [...texts].filter(([name]) => name !== 'settings');
  return readSubmittedSettings(new Map([...known, ['resolution', [resolution]]]));
};

export function legacySchema(summary: string, description: string) {
  return { tags: ['legacy'], deprecated: true, summary, description };
}

/** Every answer of a legacy route, errors included, says that it is one and what has taken its place. */
export function supersededBy(path: string | ((params: Record<string, string>) => string)) {
  return {
    onRequest: async (
      { params }: { params: unknown },
      reply: { header(name: string, value: string): unknown },
    ): Promise<void> => {
      const successor = typeof path === 'string' ? path : path(params as Record<string, string>);
      reply.header('deprecation', 'true');
      reply.header('link', `<${encodeURI(successor)}>; rel="successor-version"`);
    },
  };
}
