import { useEffect, useState } from 'preact/hooks';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { words } from '../words/index.ts';

/** Shows what went wrong and what to do next. Texts of the service are never interpreted as markup. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const left = useSecondsLeft(error instanceof RepriseError ? error.retryAfterSeconds : null);
  const { message, advice } = textOf(error);
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{message}</strong>
      </p>
      {/* Screen readers would read the alert aloud again every second. */}
      {advice !== '' && (
        <p {...(advice.includes('{seconds}') && { 'aria-live': 'off' })}>{advice.replace('{seconds}', String(left))}</p>
      )}
      {error instanceof RepriseError &&
        error.fields.map(({ field, message }) => (
          <p key={field}>
            <code>{field}</code>: {message}
          </p>
        ))}
      {onRetry && (
        <button type="button" onClick={onRetry} disabled={left > 0} aria-live="off">
          {left > 0 ? `${words.retry} (${left})` : words.retry}
        </button>
      )}
    </div>
  );
}

/** Shows an error that will be retried, and the seconds until then. */
export function RetryNotice({ error }: { error: RepriseError }) {
  const left = useSecondsLeft(error.retryAfterSeconds);
  return (
    <div class="notice" role="status">
      <p>
        <strong>{textOf(error).message}</strong>
      </p>
      {/* Hidden from screen readers, which would read every second aloud. */}
      <p aria-hidden="true">{words.submit.retryIn(left)}</p>
    </div>
  );
}

/** The page's own text in the viewer's language, or the message of the service if the page has none. */
function textOf(error: unknown): { message: string; advice: string } {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const text = words.failures[code as keyof typeof words.failures];
  if (text !== undefined) return { message: text[0], advice: text[1] };
  const hasMessage = code !== null && error instanceof Error && error.message !== '';
  return { message: hasMessage ? error.message : words.failures['service/internal'][0], advice: '' };
}

/** Counts down to 0; null starts at 0. */
function useSecondsLeft(seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    if (seconds === null) return;
    const until = performance.now() + seconds * 1000;
    setLeft(seconds);
    const timer = setInterval(() => {
      const secondsLeft = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(secondsLeft);
      if (secondsLeft === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
