import replayUrl from 'made/demo/demo/demo.osr?url';
import beatmapUrl from 'made/demo/demo/demo.osz?url';
import { useMemo } from 'preact/hooks';
import { settingOptionsOf } from '../../contract/plain/index.ts';
import { useLoaded } from '../loaded.ts';
import { getBytes } from '../service/call.ts';
import { createPlayhead } from '../watch/playhead.ts';
import { LivePlayer } from './live-player.tsx';
import type { PlayFiles } from './messages.ts';

const options = {
  ...settingOptionsOf({}),
  backgroundDim: 0.6,
  snakingIn: true,
  snakingOut: true,
  hitErrorMeter: true,
  keyOverlay: true,
  storyboard: true,
  video: false,
};

/** Our own map, played live. */
export function Demo() {
  const playhead = useMemo(createPlayhead, []);
  const files = useLoaded(true, fetchDemo);
  return files && <LivePlayer files={files} options={options} playhead={playhead} />;
}

export async function fetchDemo(): Promise<PlayFiles> {
  const [replay, beatmap] = await Promise.all([getBytes(replayUrl), getBytes(beatmapUrl)]);
  return { replay, beatmap, skin: null };
}
