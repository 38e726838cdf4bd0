/** How often each kind of process is killed. */
export const kills = Number(process.env.CHAOS_KILLS ?? 1);

/** `npm run chaos`; the short form is part of `npm test`. */
export const isLong = kills > 1;

/** The timeout of one test, long enough for a busy machine. The test with many kills has its own. */
export const testTimeoutMs = isLong ? 30 * 60_000 : 600_000;

/** The timeout until all processes are ready, or all jobs have ended. */
export const settleTimeoutMs = testTimeoutMs / 2;
