import { setTimeout as sleep } from 'node:timers/promises';
import { get, jsonOf, post, replayForm } from '../support/http/requests.ts';
import { tinyFields, tinyReplay } from './tiny-play.ts';

/** Clients that submit replays, each a different one, and remember the accepted jobs. */
export interface Clients {
  readonly accepted: readonly string[];
  /** Retries until this many more jobs are accepted. */
  submit(count: number): Promise<void>;
  /** Keeps this many jobs in the queue until it is stopped. */
  keepQueued(count: number): { stop(): Promise<void> };
}

/** Creates clients of a service. */
export function createClients(service: { readonly url: string }, fields: Record<string, string> = tinyFields): Clients {
  const accepted: string[] = [];
  let submitted = 0;

  /** A missing answer counts as a refusal, although the job may exist. */
  async function tryOnce(): Promise<boolean> {
    submitted++;
    try {
      const form = replayForm({ file: tinyReplay(`Player ${submitted}`), fields });
      const response = await post(`${service.url}/v1/render`, form);
      if (response.status !== 202) return false;
      accepted.push((await jsonOf(response)).job_id);
      return true;
    } catch {
      return false;
    }
  }

  async function submit(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      if (await tryOnce()) left--;
      else await sleep(200);
    }
  }

  return {
    accepted,
    submit,
    keepQueued(count) {
      let isStopped = false;
      const work = (async () => {
        while (!isStopped) {
          const queued = await countQueued(service.url);
          if (queued !== null && queued < count) await tryOnce();
          await sleep(300);
        }
      })();
      return {
        stop() {
          isStopped = true;
          return work;
        },
      };
    },
  };
}

async function countQueued(url: string): Promise<number | null> {
  try {
    return (await jsonOf(await get(`${url}/v1/jobs?status=queued&limit=1`))).total;
  } catch {
    return null;
  }
}
