import type { ReplayHeader } from '../replay/index.ts';

/** Replays that the server rebuilt say this version, whatever client played them. */
const REBUILT_VERSION = 20151228;

/** The day of the client that played, as YYYYMMDD: its version, or for rebuilt replays the day of the play (rule CL1). */
export function clientDateOf(header: Pick<ReplayHeader, 'version' | 'playedAtUnixMs'>): number {
  if (header.version !== REBUILT_VERSION || header.playedAtUnixMs === null) return header.version;
  const day = new Date(header.playedAtUnixMs);
  return day.getUTCFullYear() * 10000 + (day.getUTCMonth() + 1) * 100 + day.getUTCDate();
}
