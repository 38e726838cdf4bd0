import replayUrl from 'build-output/demo/assets/demo/demo.osr?url';
import beatmapUrl from 'build-output/demo/assets/demo/demo.osz?url';
import { useMemo } from 'preact/hooks';
import { defaultSettings } from '../../contract/settings/index.ts';
import { getBytes } from '../api/request.ts';
import { liveOptionsOf } from './live-options.ts';
import { createPlayhead } from './playhead.ts';
import { ReplayLoader } from './replay-loader.tsx';
import type { ReplayFiles } from './scene-worker/messages.ts';

const options = liveOptionsOf({ ...defaultSettings, bg_dim: 0.6 });

/** Plays the built-in demo. */
export function DemoPlayer(player: { skin: string; onSkin: (skin: string) => void }) {
  const playhead = useMemo(createPlayhead, []);
  return <ReplayLoader load={fetchDemo} options={options} playhead={playhead} autoPlay {...player} />;
}

export async function fetchDemo(request: { signal?: AbortSignal } = {}): Promise<ReplayFiles> {
  const [replay, beatmap] = await Promise.all([getBytes(replayUrl, request), getBytes(beatmapUrl, request)]);
  return { replay, beatmap };
}
