import { md5Hex } from '../md5.ts';
import type { ReplayHeader } from '../replay/index.ts';

/** The same for all copies of a replay. The hash in the header alone could be forged, or be that of no replay. */
export function replayIdentity(
  { replayMd5, beatmapMd5, player, score, playedAtUnixMs }: ReplayHeader,
  bytes: Uint8Array,
): string {
  const hash = /^[0-9a-f]{32}$/i.test(replayMd5) ? replayMd5.toLowerCase() : md5Hex(bytes);
  return JSON.stringify([hash, beatmapMd5, player, score, playedAtUnixMs]);
}
