import { useEffect, useState } from 'preact/hooks';
import { parseScoreLink, type ScoreReference } from '../../contract/scores/index.ts';
import { getBytes } from '../api/request.ts';
import { linkTo } from '../link-to.ts';

/** Whether the service can fetch the replays of scores on osu!. */
export function canFetchScores(): boolean {
  return document.documentElement.dataset.scores === 'true';
}

export interface PastedScore {
  readonly isFetching: boolean;
  readonly error: unknown;
}

/** Fetches the replay of a score whose link is pasted anywhere but into a text field, and reports it as a file. */
export function usePastedScore(onFile: (file: File) => void): PastedScore {
  const [state, setState] = useState<PastedScore>({ isFetching: false, error: null });
  useEffect(() => {
    if (!canFetchScores()) return;
    const unmounted = new AbortController();
    const { signal } = unmounted;
    async function fetchReplay({ id, isLegacy }: ScoreReference): Promise<void> {
      setState({ isFetching: true, error: null });
      try {
        const bytes = await getBytes(linkTo(`/v1/scores/${isLegacy ? 'osu-' : ''}${id}/replay`), {
          signal,
          isKeyed: true,
        });
        onFile(new File([Uint8Array.from(bytes)], `${id}.osr`));
        setState({ isFetching: false, error: null });
      } catch (error) {
        if (!signal.aborted) setState({ isFetching: false, error });
      }
    }
    addEventListener(
      'paste',
      ({ target, clipboardData }) => {
        if (target instanceof Element && target.closest('input:not([type=file]), textarea') !== null) return;
        const score = parseScoreLink(clipboardData?.getData('text/plain') ?? '');
        if (score !== null) void fetchReplay(score);
      },
      { signal },
    );
    return () => unmounted.abort();
  }, [onFile]);
  return state;
}
