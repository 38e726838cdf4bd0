import { FailedCall } from './service/failed-call.ts';
import { words } from './words/index.ts';

/** What went wrong, in words; a text of the service's never becomes markup. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <p>{error instanceof FailedCall && error.message !== '' ? error.message : words.trouble.unreachable}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {words.retry}
        </button>
      )}
    </div>
  );
}
