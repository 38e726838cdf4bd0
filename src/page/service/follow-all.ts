import type { ProgressEvent } from '../../contract/index.ts';

export interface Listeners {
  /** At most twice a second: the list has to be read anew. */
  readonly onChange: () => void;
  readonly onProgress: (progress: ProgressEvent) => void;
}

const pollMs = 5_000;
/** The first event comes with the stream. Where nothing comes for so long, something on the way holds events back. */
export const silenceMs = 10_000;

/** Tells when jobs have come into another status or are further on their way; by asking where no events come. */
export function followAll({ onChange, onProgress }: Listeners): () => void {
  const events = new EventSource('/v1/events');
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  const poll = () => {
    events.close();
    polling ??= setInterval(onChange, pollMs);
  };
  const silence = setTimeout(poll, silenceMs);
  const changed = () => {
    clearTimeout(silence);
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
    if (events.readyState === EventSource.CLOSED) poll();
  };
  return () => {
    events.close();
    clearTimeout(silence);
    clearTimeout(waiting);
    clearInterval(polling);
  };
}
