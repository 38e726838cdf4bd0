import { useEffect, useState } from 'preact/hooks';
import { FailedCall } from './service/failed-call.ts';
import { words } from './words/index.ts';

/** What went wrong and what to do next. A text of the service's never becomes markup. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const left = useSecondsLeft(error instanceof FailedCall ? error.retryAfterSeconds : null);
  const { message, next } = textOf(error);
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{message}</strong>
      </p>
      {next !== '' && <p>{next.replace('{seconds}', String(left))}</p>}
      {error instanceof FailedCall &&
        error.fields.map(({ field, message }) => (
          <p key={field}>
            <code>{field}</code>: {message}
          </p>
        ))}
      {onRetry && (
        <button type="button" onClick={onRetry} disabled={left > 0}>
          {left > 0 ? `${words.retry} (${left})` : words.retry}
        </button>
      )}
    </div>
  );
}

/** Something that passes by itself: how long that takes yet. */
export function Waiting({ error }: { error: FailedCall }) {
  const left = useSecondsLeft(error.retryAfterSeconds);
  return (
    <div class="notice" role="status">
      <p>
        <strong>{textOf(error).message}</strong>
      </p>
      {/* Read out once, not every second. */}
      <p aria-hidden="true">{words.submit.retryIn(left)}</p>
    </div>
  );
}

/** In the person's language where we have words of our own, else in the service's. */
function textOf(error: unknown): { message: string; next: string } {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const known = words.failures[code as keyof typeof words.failures];
  if (known !== undefined) return { message: known[0], next: known[1] };
  const isOurs = code !== null && error instanceof Error && error.message !== '';
  return { message: isOurs ? error.message : words.failures['service/internal'][0], next: '' };
}

/** Counts down to 0; 0 from the start where there is nothing to wait for. */
function useSecondsLeft(seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    if (seconds === null) return;
    const until = performance.now() + seconds * 1000;
    setLeft(seconds);
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
