import { setTimeout as sleep } from 'node:timers/promises';
import { get, jsonOf, post, replayForm } from '../support/http.ts';
import { tinyFields, tinyReplay } from './tiny-play.ts';

/** People who post replays, each another one, and remember which were accepted. */
export interface Crowd {
  readonly accepted: readonly string[];
  /** Tries until so many more are accepted. */
  submit(count: number): Promise<void>;
  /** Sees to it that so many wait in the queue, until it is told to stop. */
  keepQueued(count: number): { stop(): Promise<void> };
}

export function gatherCrowd(house: { readonly url: string }, fields: Record<string, string> = tinyFields): Crowd {
  const accepted: string[] = [];
  let posted = 0;

  /** Whoever gets no answer does not know, and takes it for a refusal. */
  async function tryOnce(): Promise<boolean> {
    posted++;
    try {
      const form = replayForm({ file: tinyReplay(`Player ${posted}`), fields });
      const response = await post(`${house.url}/v1/render`, form);
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
      let stopped = false;
      const work = (async () => {
        while (!stopped) {
          const queued = await queuedAt(house.url);
          if (queued !== null && queued < count) await tryOnce();
          await sleep(300);
        }
      })();
      return {
        stop() {
          stopped = true;
          return work;
        },
      };
    },
  };
}

async function queuedAt(url: string): Promise<number | null> {
  try {
    return (await jsonOf(await get(`${url}/v1/jobs?status=queued&limit=1`))).total;
  } catch {
    return null;
  }
}
