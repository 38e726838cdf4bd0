import type { ProgressEvent } from '../../contract/index.ts';

export interface Listeners {
  /** At most twice a second: the list has to be read anew. */
  readonly onChange: () => void;
  readonly onProgress: (progress: ProgressEvent) => void;
}

/** Tells when jobs have come into another status or are further on their way; by asking where no events come. */
export function followAll({ onChange, onProgress }: Listeners): () => void {
  const events = new EventSource('/v1/events');
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  const changed = () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      onChange();
    }, 500);
  };
  events.addEventListener('status', changed);
  events.addEventListener('totals', changed);
  events.addEventListener('progress', ({ data }) => onProgress(JSON.parse(data) as ProgressEvent));
  // The browser connects again by itself, unless the service has refused the stream.
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) polling ??= setInterval(onChange, 5_000);
  };
  return () => {
    events.close();
    clearTimeout(waiting);
    clearInterval(polling);
  };
}
