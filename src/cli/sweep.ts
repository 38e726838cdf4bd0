import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';

const sweepEveryMs = 30_000;

/** Sweeps up after killed processes, now and then and at once. Answers the function that stops it. */
export function startSweeping(jobs: Pick<Jobs, 'sweep'>, log: Log): () => Promise<void> {
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, sweepEveryMs);

  async function sweep(): Promise<void> {
    try {
      const { abandoned } = await jobs.sweep();
      if (abandoned > 0) log.warn({ abandoned }, 'failed the jobs whose replays were never stored');
    } catch (err) {
      log.warn({ err }, 'the sweep failed; it is tried again');
    }
  }

  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
