import { useCallback, useEffect, useState } from 'preact/hooks';
import { EmptyScreen } from '../components/empty-screen.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { words } from '../words/index.ts';
import { LivePlayer, type LivePlayerProps } from './live-player.tsx';
import type { ReplayFiles } from './scene-worker/messages.ts';

interface ReplayLoaderProps extends Omit<LivePlayerProps, 'files'> {
  /** Must stay the same function for the same replay. */
  readonly load: (options: { signal: AbortSignal }) => Promise<ReplayFiles>;
  /** Handles an error of the download; returns false if it cannot, and the error is shown. */
  readonly onLoadError?: (error: unknown) => boolean;
}

/** Downloads a replay with its beatmap, then plays it. */
export function ReplayLoader({ load, onLoadError, ...player }: ReplayLoaderProps) {
  const [files, setFiles] = useState<ReplayFiles | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const unmounted = new AbortController();
    setError(null);
    setFiles(null);
    load(unmounted).then(
      (loaded) => unmounted.signal.aborted || setFiles(loaded),
      (cause) => {
        if (unmounted.signal.aborted) return;
        if (!onLoadError?.(cause)) setError(cause);
      },
    );
    return () => unmounted.abort();
  }, [load, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (error !== null) return <ErrorNotice error={error} onRetry={retry} />;
  if (files === null) return <EmptyScreen text={words.player.downloading} />;
  return <LivePlayer files={files} {...player} />;
}
