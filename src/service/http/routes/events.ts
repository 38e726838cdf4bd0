import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type EventData, type EventName, isFinished } from '../../../contract/index.ts';
import type { JobUpdate, StatusChange } from '../../jobs/index.ts';
import { createClientReader, type RequestClient } from '../clients/request-client.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { describeEventStream } from '../docs/event-schemas.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import {
  createEventStreams,
  type EventStream,
  eventStreamHeaders,
  type ServerEvent,
} from '../resources/event-streams.ts';
import { findJob } from '../resources/find-job.ts';
import { jobJson, progressEventOf } from '../resources/job-json.ts';
import { securityHeaders } from '../security-headers.ts';
import { jobParams } from './jobs.ts';

export function addEventRoutes(app: App, { jobs, feed, config, timeouts, metrics }: Dependencies): void {
  const readClient = createClientReader(config);
  const streams = createEventStreams({
    heartbeatMs: timeouts.heartbeatMs,
    headers: securityHeaders(config),
    onCount: metrics.eventStreamsOpen,
  });
  app.addHook('preClose', async () => streams.close());

  app.get(
    '/v1/jobs/:job_id/events',
    {
      schema: {
        operationId: 'followJob',
        tags: ['jobs'],
        summary: 'Follow a job',
        description:
          'Server-sent events. `job` contains the job as GET /v1/jobs/{job_id} returns it: once at the start and again ' +
          'after every change, about once per second during a render. `status` reports every change of the status. ' +
          '`end` is the last event; it is sent when the job is completed or failed. If the request has the header ' +
          'Last-Event-ID, the stream starts with the status changes since that event.',
        params: jobParams,
        headers: lastEventId,
        response: {
          200: describeEventStream('job', 'status', 'end'),
          204: z
            .null()
            .describe('The client has already received `end`. Browsers stop reconnecting after this response.'),
          ...errorSchemas('job/not-found', 'limit/streams', 'limit/streams-at-capacity', 'database/unavailable'),
        },
      },
    },
    async (request, reply) => {
      const job = await findJob(jobs, request.params.job_id);
      const { after, hasEnded } = readLastEventId(request.headers);
      if (hasEnded && isFinished(job.status)) return reply.code(204).header('cache-control', 'no-store').send(null);
      return follow(request, reply, { jobId: job.id, after, sendTo: sendJobUpdates });
    },
  );

  app.get(
    '/v1/events',
    {
      schema: {
        operationId: 'followAllJobs',
        tags: ['jobs'],
        summary: 'Follow all jobs',
        description:
          'Server-sent events. `status` reports every change of the status of any job, including new jobs. `progress` ' +
          'reports the progress of each job that a worker has claimed, about once per second. The stream starts with ' +
          '`totals`, the number of jobs in each status. If the request has the header Last-Event-ID, it starts with the ' +
          'status changes since that event instead, unless they are too many or too old. `totals` therefore always ' +
          'means that the client should reload its list of jobs.',
        headers: lastEventId,
        response: {
          200: describeEventStream('totals', 'status', 'progress'),
          ...errorSchemas('limit/streams', 'limit/streams-at-capacity'),
        },
      },
    },
    async (request, reply) =>
      follow(request, reply, { jobId: null, ...readLastEventId(request.headers), sendTo: sendAllUpdates }),
  );

  function follow(request: FastifyRequest, reply: FastifyReply, { jobId, after, sendTo }: Subscription): FastifyReply {
    if (request.method === 'HEAD') return reply.headers(eventStreamHeaders).send();
    const client = readClient(request);
    const stream = streams.open(reply, client.client);
    stream.onClose(feed.follow({ jobId, after, onUpdate: sendTo(stream, client) }));
    return reply;
  }

  function sendJobUpdates(stream: EventStream, client: RequestClient) {
    let lastSent = '';
    return ({ lastChange, changes, jobs: [job], isGone }: JobUpdate): void => {
      for (const change of changes) sendStatus(stream, change);
      if (job !== undefined) {
        const event = serverEvent('job', String(lastChange), jobJson(job, config, client));
        if (event.data !== lastSent) stream.send(event);
        lastSent = event.data;
      }
      if (job !== undefined && isFinished(job.status)) {
        stream.send(serverEvent('end', `${lastChange}${endSuffix}`, { job_id: job.id, status: job.status }));
        stream.end();
      }
      if (isGone) stream.end();
    };
  }
}

interface Subscription {
  readonly jobId: string | null;
  readonly after: number | null;
  /** Creates the listener that sends updates to a stream. */
  readonly sendTo: (stream: EventStream, client: RequestClient) => (update: JobUpdate) => void;
}

function sendAllUpdates(stream: EventStream) {
  return ({ lastChange, changes, jobs, totals }: JobUpdate): void => {
    if (totals !== null) stream.send(serverEvent('totals', String(lastChange), totals));
    for (const change of changes) sendStatus(stream, change);
    for (const job of jobs) stream.send(serverEvent('progress', String(lastChange), progressEventOf(job)));
  };
}

function sendStatus(stream: EventStream, { id, jobId, status, attempt, errorCode, at }: StatusChange): void {
  const data = { job_id: jobId, status, attempt, error_code: errorCode, at: at.toISOString() };
  stream.send(serverEvent('status', String(id), data));
}

function serverEvent<Name extends EventName>(name: Name, id: string, data: EventData<Name>): ServerEvent {
  return { name, id, data: JSON.stringify(data) };
}

/** Marks the id of the event `end`, so that a client which reconnects after it can be told to stop. */
const endSuffix = '-end';

/** Reads the header Last-Event-ID; an invalid id is ignored. */
function readLastEventId(headers: IncomingHttpHeaders): { after: number | null; hasEnded: boolean } {
  const [, id, end] = /^(\d{1,15})(-end)?$/.exec(String(headers['last-event-id'] ?? '')) ?? [];
  return { after: id === undefined ? null : Number(id), hasEnded: end === endSuffix };
}

const lastEventId = z.object({
  'last-event-id': z
    .string()
    .optional()
    .describe('The id of the last event that the client received; the stream continues after it.'),
});
