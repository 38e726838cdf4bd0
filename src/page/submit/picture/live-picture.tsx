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

export interface PictureFiles {
  /** Must stay the same list for the same replays. */
  readonly replays: readonly File[];
  readonly beatmapMd5: string;
  /** The .osz; null: requested from the service. */
  readonly beatmap: File | null;
}

/** Replay files of this device, drawn with the settings; the replays themselves are not uploaded. */
export function ReplayPicture({ replays, beatmapMd5, beatmap, ...picture }: PictureProps & PictureFiles) {
  const load = useCallback(
    async ({ signal }: { signal: AbortSignal }) => {
      const set = beatmap ? bytesOf(beatmap) : getBytes(linkTo(`/v1/beatmaps/${beatmapMd5}`), { signal });
      const named = replays.map(async (file) => ({ name: file.name, bytes: await bytesOf(file) }));
      return { replays: await Promise.all(named), beatmap: await set };
    },
    [replays, beatmapMd5, beatmap],
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
