import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { followJob } from './follow-job.ts';
import type { Answer } from './use-answer.ts';

/** A job as it is at every moment. */
export function useJob(id: string): Answer<Job> & { reload(): void } {
  const [answer, setAnswer] = useState<Answer<Job>>({ state: 'loading' });
  const [asked, setAsked] = useState(0);
  useEffect(
    () =>
      followJob(id, {
        onJob: (value) => setAnswer({ state: 'there', value }),
        onError: (error) => setAnswer({ state: 'failed', error }),
      }),
    [id, asked],
  );
  return { ...answer, reload: useCallback(() => setAsked((times) => times + 1), []) };
}
