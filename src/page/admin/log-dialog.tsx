import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { getAdminText } from './admin-session.ts';
import { AdminError } from './texts.tsx';
import { adminWords } from './words/index.ts';

/** Shows the log of a job. */
export function LogDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const texts = adminWords.jobs;
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    getAdminText(`jobs/${jobId}/log`).then(setText, (cause) => {
      if (cause instanceof RepriseError && cause.code === 'artifact/not-found') setText('');
      else setError(cause);
    });
    // Gives the focus back to the button that opened it.
    return () => opened?.close();
  }, [jobId]);
  return (
    <dialog ref={dialog} class="admin-log" aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>{texts.logOf(jobId.slice(0, 8))}</h2>
      <AdminError error={error} />
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <pre tabIndex={0}>{text === null ? adminWords.loading : text === '' ? texts.noLog : text}</pre>
      <button type="button" onClick={() => dialog.current?.close()}>
        {texts.close}
      </button>
    </dialog>
  );
}
