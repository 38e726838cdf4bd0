import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type EndEvent, isFinished, type StatusEvent } from '../../../contract/index.ts';
import type { JobNews, StatusChange } from '../../jobs/index.ts';
import type { App, Dependencies } from '../app.ts';
import { clientIdentity } from '../client.ts';
import { errorAnswers } from '../error-docs.ts';
import { createEventStreams, type EventStream, eventStreamHeaders } from '../event-streams.ts';
import { jobView, progressEventOf } from '../job-view.ts';
import { knownJob } from '../known-job.ts';
import { jobParams } from './jobs.ts';

export function addEventRoutes(app: App, { jobs, feed, config, timeouts, metrics }: Dependencies): void {
  const { debug, trustedProxies } = config;
  const clientOf = clientIdentity(trustedProxies);
  const streams = createEventStreams({ heartbeatMs: timeouts.heartbeatMs, onCount: metrics.eventStreamsOpen });
  app.addHook('preClose', async () => streams.close());

  app.get(
    '/v1/jobs/:job_id/events',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Follow a job',
        description:
          'Server-sent events. `job` has the job as GET /v1/jobs/{job_id} shows it: first, and whenever it has ' +
          'changed, about once a second while it renders. `status` tells each change of its status, none left out. ' +
          '`end` is the last event, when the job is completed or failed. With Last-Event-ID the changes of the status ' +
          'since then come first.',
        params: jobParams,
        headers: lastEventId,
        response: {
          200: eventStream,
          204: z.null().describe('This client has been told the end of the job. A browser does not come back then.'),
          ...errorAnswers('job/not-found', 'limit/streams', 'limit/streams-at-capacity'),
        },
      },
    },
    async (request, reply) => {
      const job = await knownJob(jobs, request.params.job_id);
      const { after, hasEnded } = lastSeen(request.headers);
      if (hasEnded && isFinished(job.status)) return reply.code(204).header('cache-control', 'no-store').send(null);
      return follow(request, reply, { jobId: job.id, after, telling: tellJob });
    },
  );

  app.get(
    '/v1/events',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Follow all jobs',
        description:
          'Server-sent events. `status` tells each change of the status of any job, new jobs included; `progress` how ' +
          'far a job is that a worker has, about once a second. `totals`, the number of jobs in each status, comes ' +
          'first. With Last-Event-ID the changes since then come instead, unless there are too many or they are too ' +
          'long ago: so `totals` always means that the list of jobs should be read anew.',
        headers: lastEventId,
        response: { 200: eventStream, ...errorAnswers('limit/streams', 'limit/streams-at-capacity') },
      },
    },
    async (request, reply) => follow(request, reply, { jobId: null, ...lastSeen(request.headers), telling: tellAll }),
  );

  function follow(request: FastifyRequest, reply: FastifyReply, { jobId, after, telling }: Wish): FastifyReply {
    if (request.method === 'HEAD') return reply.headers(eventStreamHeaders).send();
    const stream = streams.open(reply, clientOf(request.raw));
    stream.onClose(feed.follow({ jobId, after, tell: telling(stream) }));
    return reply;
  }

  function tellJob(stream: EventStream) {
    let shown = '';
    return ({ upTo, changes, jobs: [job], isGone }: JobNews): void => {
      for (const change of changes) sendStatus(stream, change);
      if (job !== undefined) {
        const data = JSON.stringify(jobView(job, { debug }));
        if (data !== shown) stream.send({ name: 'job', id: String(upTo), data });
        shown = data;
      }
      if (job !== undefined && isFinished(job.status)) {
        const end: EndEvent = { job_id: job.id, status: job.status };
        stream.send({ name: 'end', id: `${upTo}${endMark}`, data: JSON.stringify(end) });
        stream.end();
      }
      if (isGone) stream.end();
    };
  }
}

interface Wish {
  readonly jobId: string | null;
  readonly after: number | null;
  readonly telling: (stream: EventStream) => (news: JobNews) => void;
}

function tellAll(stream: EventStream) {
  return ({ upTo, changes, jobs, totals }: JobNews): void => {
    if (totals !== null) stream.send({ name: 'totals', id: String(upTo), data: JSON.stringify(totals) });
    for (const change of changes) sendStatus(stream, change);
    for (const job of jobs) {
      stream.send({ name: 'progress', id: String(upTo), data: JSON.stringify(progressEventOf(job)) });
    }
  };
}

function sendStatus(stream: EventStream, { id, jobId, status, attempt, errorCode, at }: StatusChange): void {
  const event: StatusEvent = { job_id: jobId, status, attempt, error_code: errorCode, at: at.toISOString() };
  stream.send({ name: 'status', id: String(id), data: JSON.stringify(event) });
}

/** On the id of the last event, so that a client which comes back by itself is recognised and sent away. */
const endMark = '-end';

/** A text that is no id of ours counts as absent. */
function lastSeen(headers: IncomingHttpHeaders): { after: number | null; hasEnded: boolean } {
  const [, id, end] = /^(\d{1,15})(-end)?$/.exec(String(headers['last-event-id'] ?? '')) ?? [];
  return { after: id === undefined ? null : Number(id), hasEnded: end === endMark };
}

const lastEventId = z.object({
  'last-event-id': z.string().optional().describe('The id of the last event that was received, to go on from there.'),
});

const eventStream = {
  description: 'Events until the client or the service ends the stream; comments in between show that it is alive.',
  content: {
    'text/event-stream': {
      schema: z.string().describe('Events with `id`, `event` and `data`, which is one JSON object.'),
    },
  },
};
