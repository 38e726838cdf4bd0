import pg from 'pg';
import type { Log } from '../../log.ts';

export interface Listener {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  /** Called after each connect. Notifications sent while disconnected are lost, so the listener must check for changes. */
  readonly onConnect?: () => void;
}

export interface Subscription {
  close(): Promise<void>;
}

const firstRetryMs = 100;
const maxRetryMs = 5_000;
/** Without probes, a connection that broke silently would go unnoticed for hours. */
const probeEveryMs = 15_000;

/** Keeps one connection listening until it is closed. Rejects only if the first connection fails. */
export async function listen({
  settings,
  listener,
  log,
}: {
  settings: pg.ClientConfig;
  listener: Listener;
  log: Log;
}): Promise<Subscription> {
  let closed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const name = `${settings.application_name}, listening to ${listener.channel}`;
    const next = new pg.Client({ ...settings, application_name: name, query_timeout: 10_000 });
    next.on('notification', ({ payload }) => listener.onNotify(payload ?? ''));
    next.on('error', () => {}); // The `end` event that follows handles it.
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(listener.channel)}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    if (closed) return next.end();
    client = next;
    next.once('end', () => lose(next));
    probe(next);
    listener.onConnect?.();
  }

  function lose(lost: pg.Client): void {
    if (closed || client !== lost) return;
    client = null;
    clearTimeout(timer);
    log.warn({ channel: listener.channel }, 'the listening database connection was lost');
    retry(firstRetryMs);
  }

  function retry(delayMs: number): void {
    timer = setTimeout(() => {
      open().catch(() => closed || retry(Math.min(delayMs * 2, maxRetryMs)));
    }, delayMs);
  }

  function probe(current: pg.Client): void {
    timer = setTimeout(() => {
      current.query('select 1').then(
        () => !closed && client === current && probe(current),
        () => {
          lose(current);
          current.end().catch(() => {});
        },
      );
    }, probeEveryMs);
  }

  await open();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
      client = null;
    },
  };
}
