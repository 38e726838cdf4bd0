import type { ReplayHeader } from '../../replay/index.ts';

/** Replays that the server rebuilt say this version, whatever client played them. */
const rebuiltReplayVersion = 20151228;

/**
 * The day of the client that played, as YYYYMMDD. The version is that of the client which saved the file, perhaps years
 * after the play, so the day of the play caps it; of rebuilt replays only the day is known (rule CL1).
 */
export function clientDateOf(header: Pick<ReplayHeader, 'version' | 'playedAtUnixMs'>): number {
  if (header.playedAtUnixMs === null) return header.version;
  const day = new Date(header.playedAtUnixMs);
  const played = day.getUTCFullYear() * 10000 + (day.getUTCMonth() + 1) * 100 + day.getUTCDate();
  return header.version === rebuiltReplayVersion ? played : Math.min(header.version, played);
}
