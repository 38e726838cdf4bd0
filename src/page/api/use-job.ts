import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { onReconnected } from './connection.ts';
import { followJob } from './follow-job.ts';
import type { RequestState } from './use-request.ts';

/** A job that is kept up to date. */
export function useJob(id: string): RequestState<Job> & { reload(): void } {
  const [request, setRequest] = useState<RequestState<Job>>({ state: 'loading' });
  const [reloads, setReloads] = useState(0);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  const hasFailed = request.state === 'failed';
  useEffect(() => (hasFailed ? onReconnected(reload) : undefined), [hasFailed]);
  useEffect(
    () =>
      followJob(id, {
        onJob: (value) => setRequest({ state: 'loaded', value }),
        onError: (error) => setRequest({ state: 'failed', error }),
      }),
    [id, reloads],
  );
  return { ...request, reload };
}
