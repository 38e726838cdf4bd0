/** Calls back, at most twice a second, when jobs have come into another status; every few seconds without events. */
export function onStatusChanges(react: () => void): () => void {
  const events = new EventSource('/v1/events');
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  events.addEventListener('status', () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      react();
    }, 500);
  });
  // The browser connects again by itself, unless the service has refused the stream.
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) polling ??= setInterval(react, 5_000);
  };
  return () => {
    events.close();
    clearTimeout(waiting);
    clearInterval(polling);
  };
}
