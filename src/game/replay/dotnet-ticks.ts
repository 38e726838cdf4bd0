const ticksAtUnixEpoch = 621355968000000000n;
const ticksPerMs = 10000n;
/** 9999-12-31 23:59:59.9999999, the latest date of .NET. */
const maxTicks = 3155378975999999999n;

/** Converts a .NET date (100 ns since the year 1) to Unix milliseconds; null if it is out of range. */
export function ticksToUnixMs(ticks: bigint): number | null {
  if (ticks <= 0n || ticks > maxTicks) return null;
  return Number((ticks - ticksAtUnixEpoch) / ticksPerMs);
}

/** Converts Unix milliseconds to a .NET date. */
export function unixMsToTicks(unixMs: number): bigint {
  return ticksAtUnixEpoch + BigInt(unixMs) * ticksPerMs;
}
