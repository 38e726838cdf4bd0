import type { ReplayHeader } from '../../replay/index.ts';

/** The version in replays that the server rebuilt, whichever client played them. */
const rebuiltReplayVersion = 20151228;

/**
 * The date of the client that recorded the play, as YYYYMMDD. The file's version is that of the client that saved it,
 * perhaps years later, so the day of the play is the upper bound; for rebuilt replays only that day is known (rule
 * CL1).
 */
export function clientDateOf(header: Pick<ReplayHeader, 'version' | 'playedAtUnixMs'>): number {
  if (header.playedAtUnixMs === null) return header.version;
  const day = new Date(header.playedAtUnixMs);
  const played = day.getUTCFullYear() * 10000 + (day.getUTCMonth() + 1) * 100 + day.getUTCDate();
  return header.version === rebuiltReplayVersion ? played : Math.min(header.version, played);
}
