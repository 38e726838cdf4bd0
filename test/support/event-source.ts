import { expect } from 'vitest';

export interface ReceivedEvent {
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects.
  readonly data: any;
}

/** A client of server-sent events that keeps all it has got. */
export interface EventSourceClient {
  readonly response: Response;
  readonly events: readonly ReceivedEvent[];
  /** Comments, such as the heartbeat, and other lines that are no event. */
  readonly others: readonly string[];
  /** The first event that fits, of those got and of those to come; rejects when the stream ends before. */
  find(fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>;
  /** Goes away. */
  close(): void;
}

export interface OpenEventsOptions {
  readonly client?: string;
  readonly lastEventId?: string;
}

export async function openEvents(url: string, options: OpenEventsOptions = {}): Promise<EventSourceClient> {
  const { client, lastEventId } = options;
  const leaving = new AbortController();
  const response = await fetch(url, {
    signal: leaving.signal,
    headers: {
      ...(client !== undefined && { 'edge-connecting-ip': client }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'text/event-stream; charset=utf-8',
  });
  const events: ReceivedEvent[] = [];
  const others: string[] = [];
  const waiting = new Set<() => void>();
  let hasEnded = false;
  const changed = () => {
    for (const look of waiting) look();
  };

  async function receive(): Promise<void> {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, id, name, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (data === undefined) others.push(block);
        else events.push({ id: id!, name: name!, data: JSON.parse(data) });
      }
      changed();
    }
  }
  const ended = receive()
    .catch((error) => {
      if (!leaving.signal.aborted) throw error;
    })
    .finally(() => {
      hasEnded = true;
      changed();
    });
  ended.catch(() => {});

  return {
    response,
    events,
    others,
    ended,
    close: () => leaving.abort(),
    find: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(fits);
          if (found === undefined && !hasEnded) return;
          waiting.delete(look);
          if (found !== undefined) resolve(found);
          else reject(new Error(`The stream has ended after ${JSON.stringify(events)}.`));
        };
        waiting.add(look);
        look();
      }),
  };
}
