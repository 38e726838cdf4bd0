import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/plain/index.ts';
import { getJson } from './call.ts';
import { FailedCall } from './failed-call.ts';
import { silenceMs } from './follow-all.ts';

export interface FollowOptions {
  readonly onJob: (job: Job) => void;
  readonly onError: (error: unknown) => void;
}

const pollMs = 2_000;

/** Tells of a job now and of every change until it is finished: by events, or by asking where they do not come. */
export function followJob(id: string, { onJob, onError }: FollowOptions): () => void {
  const leaving = new AbortController();
  const path = `/v1/jobs/${encodeURIComponent(id)}`;
  let job: Job | null = null;
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    try {
      job = await getJson<Job>(path, leaving);
      onJob(job);
    } catch (error) {
      if (leaving.signal.aborted) return;
      // A service that is being restarted comes back; a job that is not there does not.
      if (job === null || (error instanceof FailedCall && error.status === 404)) onError(error);
    }
  }

  function listen(): void {
    events = new EventSource(`${path}/events`);
    timer = setTimeout(giveUp, silenceMs);
    events.addEventListener('job', ({ data }) => {
      clearTimeout(timer);
      job = JSON.parse(data) as Job;
      onJob(job);
    });
    events.addEventListener('end', () => events?.close());
    // The browser connects again by itself, unless the service has refused the stream.
    events.onerror = () => {
      if (events?.readyState === EventSource.CLOSED) giveUp();
    };
  }

  /** Of events: asking always works. */
  function giveUp(): void {
    events?.close();
    clearTimeout(timer);
    poll();
  }

  function poll(): void {
    timer = setTimeout(async () => {
      await ask();
      if (!leaving.signal.aborted && job !== null && !isFinished(job.status)) poll();
    }, pollMs);
  }

  void ask().then(() => {
    if (!leaving.signal.aborted && job !== null && !isFinished(job.status)) listen();
  });
  return () => {
    leaving.abort();
    events?.close();
    clearTimeout(timer);
  };
}
