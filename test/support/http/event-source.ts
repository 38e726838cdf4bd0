import { expect } from 'vitest';

export interface ReceivedEvent {
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape that they expect.
  readonly data: any;
}

/** A client of server-sent events that records everything it receives. */
export interface EventSourceClient {
  readonly response: Response;
  readonly events: readonly ReceivedEvent[];
  /** Comments, such as heartbeats, and other lines that are not events. */
  readonly others: readonly string[];
  /** The first matching event, received already or later. Rejects if the stream ends without one. */
  find(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  /** Resolves when the service ends the stream. */
  readonly ended: Promise<void>;
  /** Closes the connection. */
  close(): void;
}

export interface OpenEventsOptions {
  readonly client?: string;
  readonly lastEventId?: string;
}

export async function openEvents(url: string, options: OpenEventsOptions = {}): Promise<EventSourceClient> {
  const { client, lastEventId } = options;
  const closing = new AbortController();
  const response = await fetch(url, {
    signal: closing.signal,
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
  const searches = new Set<() => void>();
  let hasEnded = false;
  const changed = () => {
    for (const search of searches) search();
  };

  async function receive(): Promise<void> {
    let text = '';
    if (response.body === null) throw new Error('The response has no body.');
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id = '', name = '', data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (data === undefined) others.push(block);
        else events.push({ id, name, data: JSON.parse(data) });
      }
      changed();
    }
  }
  const ended = receive()
    .catch((error) => {
      if (!closing.signal.aborted) throw error;
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
    close: () => closing.abort(),
    find: (matches) =>
      new Promise((resolve, reject) => {
        const search = () => {
          const found = events.find(matches);
          if (found === undefined && !hasEnded) return;
          searches.delete(search);
          if (found !== undefined) resolve(found);
          else reject(new Error(`The stream ended after ${JSON.stringify(events)}.`));
        };
        searches.add(search);
        search();
      }),
  };
}
