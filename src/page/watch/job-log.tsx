import { useEffect, useRef, useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { words } from '../words/index.ts';

const refreshMs = 3_000;

/** The log of the render; scrolls to its end while it grows. */
export function JobLog({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const box = useRef<HTMLPreElement>(null);
  const finished = isFinished(job.status);
  const { logs_url } = job.artifacts;

  useEffect(() => {
    if (!open) return;
    const closed = new AbortController();
    const read = async () => {
      const response = await fetch(logs_url, { signal: closed.signal }).catch(() => null);
      if (response?.ok) setText(await response.text());
    };
    void read();
    const timer = finished ? undefined : setInterval(read, refreshMs);
    return () => {
      closed.abort();
      clearInterval(timer);
    };
  }, [open, finished, logs_url]);

  useEffect(() => {
    const element = box.current;
    if (element && !finished) element.scrollTop = element.scrollHeight;
  }, [text, finished]);

  return (
    <details class="log" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.watch.log}</summary>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <pre ref={box} tabIndex={0}>
        {text === '' ? words.watch.noLog : text}
      </pre>
    </details>
  );
}
