import { useEffect, useState } from 'preact/hooks';

const statusEvent = 'reprise:status';
const visibleMs = 8_000;

/** Shows a short message at the bottom of the page for a while; screen readers read it aloud. */
export function showStatus(text: string): void {
  dispatchEvent(new CustomEvent<string>(statusEvent, { detail: text }));
}

/** Where `showStatus` shows its messages. */
export function StatusMessage() {
  const [text, setText] = useState('');
  useEffect(() => {
    const update = (event: Event) => setText((event as CustomEvent<string>).detail);
    addEventListener(statusEvent, update);
    return () => removeEventListener(statusEvent, update);
  }, []);
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => setText(''), visibleMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Screen readers announce changes of an element that was there before.
  return (
    <p class="status-message" role="status">
      {text}
    </p>
  );
}
