import { RepriseError } from '../../../clients/typescript/src/index.ts';
import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { linkTo } from '../link-to.ts';
import { connectionFailed, connectionWorks } from './connection.ts';
import { firstEventTimeoutMs } from './follow-list.ts';
import { getJson } from './request.ts';

export interface FollowOptions {
  readonly onJob: (job: Job) => void;
  readonly onError: (error: unknown) => void;
}

const pollMs = 2_000;

/**
 * Reports a job now and on every change until it finishes, by server-sent events or, without them, by polling. Returns a
 * stop function.
 */
export function followJob(id: string, { onJob, onError }: FollowOptions): () => void {
  const stopped = new AbortController();
  const path = linkTo(`/v1/jobs/${encodeURIComponent(id)}`);
  let job: Job | null = null;
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function fetchJob(): Promise<void> {
    try {
      job = await getJson<Job>(path, stopped);
      onJob(job);
    } catch (error) {
      if (stopped.signal.aborted) return;
      // Ignore a restart of the service, but report a job that does not exist.
      if (job === null || (error instanceof RepriseError && error.status === 404)) onError(error);
    }
  }

  function listen(): void {
    events = new EventSource(`${path}/events`);
    timer = setTimeout(switchToPolling, firstEventTimeoutMs);
    events.addEventListener('job', ({ data }) => {
      clearTimeout(timer);
      // Event streams cannot send a key, so only the response to the request says whose job it is.
      job = { ...(JSON.parse(data) as Job), is_mine: job?.is_mine ?? false };
      onJob(job);
    });
    events.addEventListener('end', () => events?.close());
    // The browser reconnects by itself unless the service has refused the stream.
    events.onopen = connectionWorks;
    events.onerror = () => {
      connectionFailed();
      if (events?.readyState === EventSource.CLOSED) switchToPolling();
    };
  }

  function switchToPolling(): void {
    events?.close();
    clearTimeout(timer);
    poll();
  }

  function poll(): void {
    timer = setTimeout(async () => {
      await fetchJob();
      if (!stopped.signal.aborted && job !== null && !isFinished(job.status)) poll();
    }, pollMs);
  }

  void fetchJob().then(() => {
    if (!stopped.signal.aborted && job !== null && !isFinished(job.status)) listen();
  });
  return () => {
    stopped.abort();
    events?.close();
    clearTimeout(timer);
  };
}
