import { useEffect, useRef, useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/plain/index.ts';
import { words } from '../words/index.ts';

const refreshMs = 3_000;

/** The render's own log; as long as it grows, its end stays in sight. */
export function JobLog({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const end = useRef<HTMLPreElement>(null);
  const finished = isFinished(job.status);
  const { logs_url } = job.artifacts;

  useEffect(() => {
    if (!open) return;
    const leaving = new AbortController();
    const read = async () => {
      const response = await fetch(logs_url, { signal: leaving.signal }).catch(() => null);
      if (response?.ok) setText(await response.text());
    };
    void read();
    const timer = finished ? undefined : setInterval(read, refreshMs);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [open, finished, logs_url]);

  useEffect(() => {
    const box = end.current;
    if (box && !finished) box.scrollTop = box.scrollHeight;
  }, [text, finished]);

  return (
    <details class="log" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.watch.log}</summary>
      {/* Scrollable, so the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <pre ref={end} tabIndex={0}>
        {text === '' ? words.watch.noLog : text}
      </pre>
    </details>
  );
}
