import { useCallback, useMemo } from 'preact/hooks';
import type { ChosenSettings, RenderSettings } from '../../contract/index.ts';
import { getBytes } from '../service/call.ts';
import { createPlayhead } from '../watch/playhead.ts';
import { PlayLoader } from './play-loader.tsx';
import { stageOptionsOf } from './stage-options.ts';

export interface FilePlayerProps {
  readonly replay: File;
  readonly beatmapMd5: string;
  /** The .osz; null: the service is asked whether it has the map. */
  readonly beatmap: File | null;
  readonly options: RenderSettings & { readonly settings?: ChosenSettings };
  readonly onSkin: (name: string) => void;
}

/** A replay of this device, before anything of it is sent. */
export function FilePlayer({ replay, beatmapMd5, beatmap, options, onSkin }: FilePlayerProps) {
  const playhead = useMemo(createPlayhead, []);
  const load = useCallback(
    async ({ signal }: { signal: AbortSignal }) => {
      const map = beatmap ? bytesOf(beatmap) : getBytes(`/v1/beatmaps/${beatmapMd5}`, { signal });
      return { replay: await bytesOf(replay), beatmap: await map };
    },
    [replay, beatmapMd5, beatmap],
  );
  const shown = useMemo(() => stageOptionsOf(options), [options]);
  return <PlayLoader load={load} options={shown} skin={options.skin} playhead={playhead} onSkin={onSkin} autoPlay />;
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
