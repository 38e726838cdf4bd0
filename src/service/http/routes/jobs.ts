import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type JobListQuery, job, jobList, jobListQuery, listErrors, pageSizeOf } from '../../../contract/index.ts';
import { type Client, isKeyItself, isOwnJob, type JobFilter, type JobVersion } from '../../jobs/index.ts';
import { createClientReader } from '../clients/request-client.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';
import { isNotModified } from '../requests/conditional-request.ts';
import { findJob, findJobVersion } from '../resources/find-job.ts';
import { jobJson } from '../resources/job-json.ts';
import { createJobPages } from '../resources/job-pages.ts';
import { createListCursors, type ListCursors } from '../resources/list-cursors.ts';
import { mayBeUnmodified, notModified, sendUnmodified, versionTagOf } from '../responses/entity-tags.ts';

export const jobParams = z.object({
  job_id: z.string().describe('Identifier of the job: a UUID, with or without dashes.'),
});

export function addJobRoutes(app: App, { jobs, config, database, version }: Dependencies): void {
  const readClient = createClientReader(config);
  const cursors = createListCursors(database);
  // What the JSON of a job depends on, beside the job and the client.
  const format = hash('sha1', JSON.stringify([version, config.debug, config.basePath]), 'base64url');
  const sendPage = createJobPages(jobs, {
    jobJson: (listed, client) => jobJson(listed, config, client),
    pageText: ({ total, next }, listed) => {
      const cursor = next === undefined ? '' : `,"next_cursor":${JSON.stringify(next && cursors.write(next))}`;
      return `{"total":${total},"jobs":[${listed}]${cursor}}`;
    },
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
      const { job_id: id } = request.params;
      const tagOf = (found: JobVersion) => versionTagOf(format, `${found.version}/${isOwnJob(found, client)}`);
      forOneClient(reply);
      // Most clients that send a tag have the current version, which takes less to read than the job.
      if (mayBeUnmodified(request)) {
        const etag = tagOf(await findJobVersion(jobs, id));
        if (isNotModified({ etag }, request.headers)) return sendUnmodified(reply, etag);
      }
      const found = await findJob(jobs, id);
      return reply.header('etag', tagOf(found)).send(jobJson(found, config, client));
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
      const filter = await filterOf(request.query, client, cursors);
      return sendPage(forOneClient(reply), filter, client);
    },
  );
}

/** Keeps caches from sharing a response that says which jobs the client has submitted. */
function forOneClient<Reply extends FastifyReply>(reply: Reply): Reply {
  return reply.header('cache-control', 'private, no-cache') as Reply;
}

async function filterOf(query: JobListQuery, client: Client, cursors: ListCursors): Promise<JobFilter> {
  const { cancelled, mine, removed, min_stars, max_stars, created_after, ...others } = query;
  if (removed !== undefined && mine !== true)
    throw new InvalidRequest([{ field: 'removed', message: listErrors.removedOfOthers }]);
  return {
    ...others,
    limit: pageSizeOf(query),
    createdAfter: created_after,
    cursor: await cursorOf(query, cursors),
    isCancelled: cancelled,
    isPurged: removed,
    ...(mine === true && ownJobs(client)),
    minStars: min_stars,
    maxStars: max_stars,
  };
}

/** Null from the newest job on. Undefined for clients that do not know cursors: their pages have no further key. */
async function cursorOf(query: JobListQuery, cursors: ListCursors): Promise<JobFilter['cursor']> {
  const { cursor, offset, player, beatmap, replay, ids, created_after } = query;
  if (cursor !== undefined && offset > 0)
    throw new InvalidRequest([{ field: 'offset', message: listErrors.offsetWithCursor }]);
  const isNew = [cursor, player, beatmap, replay, ids, created_after].some((value) => value !== undefined);
  if (!isNew) return undefined;
  const position = await cursors.read(cursor ?? '');
  if (position === undefined) throw new InvalidRequest([{ field: 'cursor', message: listErrors.cursor }]);
  return position;
}

/** A key that names no user owns the jobs of all its users. */
function ownJobs(client: Client): Pick<JobFilter, 'client' | 'keyId'> {
  return isKeyItself(client) ? { keyId: client.keyId ?? undefined } : { client: client.client };
}
