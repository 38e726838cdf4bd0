import { useCallback, useMemo } from 'preact/hooks';
import type { SubmittedSettings } from '../../contract/settings/index.ts';
import { getBytes } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import { liveOptionsOf } from './live-options.ts';
import type { Playhead } from './playhead.ts';
import { ReplayLoader } from './replay-loader.tsx';

export interface FilePlayerProps {
  readonly replay: File;
  readonly beatmapMd5: string;
  /** The .osz; null: requested from the service. */
  readonly beatmap: File | null;
  readonly options: SubmittedSettings;
  readonly playhead: Playhead;
  readonly onSkin: (name: string) => void;
}

/** Plays a replay file of this device; the replay itself is not uploaded. */
export function FilePlayer({ replay, beatmapMd5, beatmap, options, playhead, onSkin }: FilePlayerProps) {
  const load = useCallback(
    async ({ signal }: { signal: AbortSignal }) => {
      const set = beatmap ? bytesOf(beatmap) : getBytes(linkTo(`/v1/beatmaps/${beatmapMd5}`), { signal });
      return { replay: await bytesOf(replay), beatmap: await set };
    },
    [replay, beatmapMd5, beatmap],
  );
  const liveOptions = useMemo(() => liveOptionsOf(options), [options]);
  return (
    <ReplayLoader load={load} options={liveOptions} skin={options.skin} playhead={playhead} onSkin={onSkin} autoPlay />
  );
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
