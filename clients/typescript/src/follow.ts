import type { Job, JobEnd, StatusChange } from './api-types.ts';
import { canRepeat, type Send, sleep } from './request.ts';

/** What happened to a job. `end` is the last event. */
export type JobEvent =
  | { readonly event: 'job'; readonly id: string; readonly data: Job }
  | { readonly event: 'status'; readonly id: string; readonly data: StatusChange }
  | { readonly event: 'end'; readonly id: string; readonly data: JobEnd };

export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** Continues after this event, as an earlier stream would have. */
  readonly lastEventId?: string;
}

const firstPauseSeconds = 1;
const maxPauseSeconds = 30;

/** The events of a job until its end. After a lost connection, continues after the last event that was received. */
export async function* followJob(
  send: Send,
  path: string,
  options: FollowOptions = {},
): AsyncGenerator<JobEvent, void> {
  const { signal } = options;
  let { lastEventId } = options;
  let pauseSeconds = firstPauseSeconds;
  for (;;) {
    let retryAfterSeconds: number | null = null;
    try {
      const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      const response = await send(path, { headers, ...(signal && { signal }) });
      // The client has received the end already.
      if (response.status === 204 || response.body === null) return;
      for await (const event of readEvents(response.body)) {
        yield event;
        if (event.event === 'end') return;
        lastEventId = event.id;
        pauseSeconds = firstPauseSeconds;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!canRepeat(error) && !isBrokenConnection(error)) throw error;
      retryAfterSeconds = canRepeat(error) ? error.retryAfterSeconds : null;
    }
    await sleep(retryAfterSeconds ?? pauseSeconds, signal);
    pauseSeconds = Math.min(pauseSeconds * 2, maxPauseSeconds);
  }
}

/** Reading a body throws a TypeError in Node and in browsers if the connection breaks. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError;
}

/** Parses server-sent events. Everything without a name, as the comments that keep a connection alive, is left out. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<JobEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries([...block.matchAll(/^(\w+): (.*)$/gm)].map(([, name, line]) => [name, line]));
        const { id = '', event, data } = fields as Record<string, string | undefined>;
        if (event !== undefined && data !== undefined) yield { id, event, data: JSON.parse(data) } as JobEvent;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
