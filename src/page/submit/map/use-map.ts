import { useEffect, useState } from 'preact/hooks';
import type { BeatmapInfo } from '../../../contract/index.ts';
import { getJson } from '../../api/request.ts';
import { linkTo } from '../../link-to.ts';
import type { ReplaySummary } from '../read-replay-file.ts';
import type { MapDescription } from './describe-map.ts';

/** What is known of the map of a replay before the upload. */
export type MapState =
  | { readonly is: 'loading' }
  /** `cover` is the address of its background picture. */
  | { readonly is: 'found'; readonly map: MapDescription; readonly cover: string | null }
  /** Neither the page nor the service has it. */
  | { readonly is: 'missing'; readonly downloads: boolean }
  /** The service did not respond, or the map cannot be read. */
  | { readonly is: 'unknown' };

/**
 * Describes the map of a replay from the added set that contains it, or without one (null) from the service. Waits while the
 * set is not known (undefined).
 */
export function useMap(summary: ReplaySummary | null, set: File | null | undefined): MapState {
  const [state, setState] = useState<MapState>({ is: 'loading' });
  useEffect(() => {
    if (summary === null || set === undefined) return;
    const unmounted = new AbortController();
    const load = set ? describeFromSet(summary, set) : describeFromService(summary, unmounted);
    const result = load.catch((): MapState => ({ is: 'unknown' }));
    void result.then((next) => unmounted.signal.aborted || setState(next));
    return () => {
      unmounted.abort();
      void result.then(
        (last) => last.is === 'found' && last.cover?.startsWith('blob:') && URL.revokeObjectURL(last.cover),
      );
    };
  }, [summary?.beatmapMd5, set]);
  return state;
}

async function describeFromService(
  { beatmapMd5, gameMods }: ReplaySummary,
  { signal }: { signal: AbortSignal },
): Promise<MapState> {
  const path = linkTo(`/v1/beatmaps/${encodeURIComponent(beatmapMd5)}/info`);
  const { available, downloads, osu, cover_url } = await getJson<BeatmapInfo>(path, { signal });
  if (!available) return { is: 'missing', downloads };
  if (osu === null) return { is: 'unknown' };
  const { describeMap } = await import('./describe-map.ts');
  return {
    is: 'found',
    map: describeMap(new TextEncoder().encode(osu), gameMods),
    cover: cover_url && `${cover_url}?size=small`,
  };
}

async function describeFromSet({ beatmapMd5, gameMods }: ReplaySummary, set: File): Promise<MapState> {
  const [bytes, { describeMap, readFromSet }] = await Promise.all([set.arrayBuffer(), import('./describe-map.ts')]);
  const files = readFromSet(new Uint8Array(bytes), beatmapMd5);
  if (files === null) return { is: 'unknown' };
  const map = describeMap(files.osu, gameMods);
  const cover = files.background && URL.createObjectURL(new Blob([files.background.slice()]));
  return { is: 'found', map, cover };
}
