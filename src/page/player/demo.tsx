import replayUrl from 'made/demo/assets/demo/demo.osr?url';
import beatmapUrl from 'made/demo/assets/demo/demo.osz?url';
import { useMemo } from 'preact/hooks';
import { defaultRenderSettings, defaultSkin } from '../../contract/plain/index.ts';
import { getBytes } from '../service/call.ts';
import { createPlayhead } from '../watch/playhead.ts';
import type { PlayFiles } from './messages.ts';
import { PlayLoader } from './play-loader.tsx';
import { stageOptionsOf } from './stage-options.ts';

const options = stageOptionsOf({ ...defaultRenderSettings, bg_dim: 0.6 });

/** Our own map, played live. */
export function Demo() {
  const playhead = useMemo(createPlayhead, []);
  return <PlayLoader load={fetchDemo} options={options} skin={defaultSkin} playhead={playhead} autoPlay />;
}

export async function fetchDemo(request: { signal?: AbortSignal } = {}): Promise<PlayFiles> {
  const [replay, beatmap] = await Promise.all([getBytes(replayUrl, request), getBytes(beatmapUrl, request)]);
  return { replay, beatmap };
}
