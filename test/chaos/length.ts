/** How often each kind of process is killed. */
export const kills = Number(process.env.CHAOS_KILLS ?? 1);

/** `npm run chaos`; the short form is part of `npm test`. */
export const isLong = kills > 10;

/** For one story; the kills have their own. A limit is for what hangs: a busy machine takes many times as long. */
export const storyMs = isLong ? 30 * 60_000 : 600_000;

/** Until everyone is up, or nothing is under way any more. */
export const settledMs = storyMs / 2;
