import { useCallback, useMemo } from 'preact/hooks';
import type { SubmittedSettings } from '../../../contract/settings/index.ts';
import { getBytes } from '../../api/request.ts';
import { linkTo } from '../../link-to.ts';
import { fetchDemo } from '../../player/demo-files.ts';
import { liveOptionsOf } from '../../player/live-options.ts';
import type { Playhead } from '../../player/playhead.ts';
import { ReplayLoader } from '../../player/replay-loader.tsx';

// Loaded when a picture is drawn.

export { fetchDemo };

interface PictureProps {
  readonly options: SubmittedSettings;
  readonly playhead: Playhead;
  readonly onSkin: (name: string) => void;
  readonly autoPlay?: boolean;
}

export interface ReplayFile {
  readonly replay: File;
  readonly beatmapMd5: string;
  /** The .osz; null: requested from the service. */
  readonly beatmap: File | null;
}

/** A replay file of this device, drawn with the settings; the replay itself is not uploaded. */
export function ReplayPicture({ replay, beatmapMd5, beatmap, ...picture }: PictureProps & ReplayFile) {
  const load = useCallback(
    async ({ signal }: { signal: AbortSignal }) => {
      const set = beatmap ? bytesOf(beatmap) : getBytes(linkTo(`/v1/beatmaps/${beatmapMd5}`), { signal });
      return { replay: await bytesOf(replay), beatmap: await set };
    },
    [replay, beatmapMd5, beatmap],
  );
  return <Picture load={load} {...picture} />;
}

/** The built-in demo, drawn with the settings. */
export function DemoPicture(picture: PictureProps) {
  return <Picture load={fetchDemo} {...picture} />;
}

function Picture({ options, ...player }: PictureProps & Pick<Parameters<typeof ReplayLoader>[0], 'load'>) {
  const liveOptions = useMemo(() => liveOptionsOf(options), [options]);
  return <ReplayLoader options={liveOptions} skin={options.skin} {...player} />;
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
