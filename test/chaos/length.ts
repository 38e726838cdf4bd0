/** How often each kind of process is killed. */
export const kills = Number(process.env.CHAOS_KILLS ?? 1);

/** `npm run chaos`; the short form is part of `npm test`. */
export const isLong = kills > 10;

/** For one story; the kills have their own. On a busy machine each of its processes takes many times as long to start. */
export const storyMs = isLong ? 20 * 60_000 : 600_000;
