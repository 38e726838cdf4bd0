import { createRosuPp } from '../../../game/pp/index.ts';
import { type OpenedPlay, openPlay } from '../../scene-loader/index.ts';
import type { RenderRequest } from '../request.ts';

/**
 * The plays of all replays but the first, judged again one after another: a video of several plays keeps only their tracks.
 * Null for a video of one play.
 */
export function otherPlays(request: RenderRequest): Iterable<OpenedPlay> | null {
  const { replays, options } = request;
  if (replays === undefined || options.together === undefined) return null;
  return openEach({ ...request, replays });
}

function* openEach(request: RenderRequest & Required<Pick<RenderRequest, 'replays'>>): Generator<OpenedPlay> {
  const rating = createRosuPp();
  for (const { bytes } of request.replays.slice(1)) yield openPlay({ ...request, replay: bytes }, rating, () => {});
}
