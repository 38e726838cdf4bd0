import replayUrl from 'build-output/demo/assets/demo/demo.osr?url';
import beatmapUrl from 'build-output/demo/assets/demo/demo.osz?url';
import { getBytes } from '../api/request.ts';
import type { ReplayFiles } from './scene-worker/messages.ts';

/** Downloads the files of the built-in demo. */
export async function fetchDemo(request: { signal?: AbortSignal } = {}): Promise<ReplayFiles> {
  const [replay, beatmap] = await Promise.all([getBytes(replayUrl, request), getBytes(beatmapUrl, request)]);
  return { replays: [{ name: 'demo.osr', bytes: replay }], beatmap };
}
