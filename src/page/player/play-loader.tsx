import { useCallback, useEffect, useState } from 'preact/hooks';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { LivePlayer, type LivePlayerProps } from './live-player.tsx';
import type { PlayFiles } from './messages.ts';

export interface PlayLoaderProps extends Omit<LivePlayerProps, 'files'> {
  /** The same function as long as it is the same play. */
  readonly load: (options: { signal: AbortSignal }) => Promise<PlayFiles>;
}

/** Fetches a play and then plays it. */
export function PlayLoader({ load, ...player }: PlayLoaderProps) {
  const [files, setFiles] = useState<PlayFiles | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setError(null);
    setFiles(null);
    load(leaving).then(
      (loaded) => leaving.signal.aborted || setFiles(loaded),
      (cause) => leaving.signal.aborted || setError(cause),
    );
    return () => leaving.abort();
  }, [load, tries]);
  const retry = useCallback(() => setTries((times) => times + 1), []);
  if (error !== null) return <Trouble error={error} onRetry={retry} />;
  if (files === null) {
    return (
      <div class="screen in-work" aria-busy="true">
        <p class="stage">{words.player.downloading}</p>
      </div>
    );
  }
  return <LivePlayer files={files} {...player} />;
}
