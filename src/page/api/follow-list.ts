import type { EventData } from '../../contract/index.ts';
import { linkTo } from '../link-to.ts';
import { connectionFailed, connectionWorks } from './connection.ts';

export interface ListListeners {
  /** Called at most twice per second when the list has changed. */
  readonly onChange: () => void;
  readonly onProgress: (progress: EventData<'progress'>) => void;
}

const pollMs = 5_000;
/** The service sends an event at once. If none arrives in this time, a proxy is holding events back. */
export const firstEventTimeoutMs = 10_000;

/** Reports changes and progress of all jobs, by server-sent events or, without them, by polling. Returns a stop function. */
export function followList({ onChange, onProgress }: ListListeners): () => void {
  const events = new EventSource(linkTo('/v1/events'));
  let changeTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setInterval> | undefined;
  const poll = () => {
    events.close();
    pollTimer ??= setInterval(onChange, pollMs);
  };
  const firstEventTimer = setTimeout(poll, firstEventTimeoutMs);
  const scheduleChange = () => {
    clearTimeout(firstEventTimer);
    changeTimer ??= setTimeout(() => {
      changeTimer = undefined;
      onChange();
    }, 500);
  };
  events.addEventListener('status', scheduleChange);
  events.addEventListener('totals', scheduleChange);
  events.addEventListener('progress', ({ data }) => onProgress(JSON.parse(data) as EventData<'progress'>));
  // The browser reconnects by itself unless the service has refused the stream.
  events.onopen = connectionWorks;
  events.onerror = () => {
    connectionFailed();
    if (events.readyState === EventSource.CLOSED) poll();
  };
  return () => {
    events.close();
    clearTimeout(firstEventTimer);
    clearTimeout(changeTimer);
    clearInterval(pollTimer);
  };
}
