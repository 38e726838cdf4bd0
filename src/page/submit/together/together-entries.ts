import type { Entry } from '../upload-queue.ts';

/** The replays that one video can show together: all that wait, if they are of one map. Null: there is no such video. */
export function togetherEntries(entries: readonly Entry[]): readonly Entry[] | null {
  const waiting = entries.filter(({ state }) => state.is !== 'uploaded');
  const maps = new Set(waiting.map(({ summary }) => summary?.beatmapMd5));
  return waiting.length >= 2 && maps.size === 1 && !maps.has(undefined) ? waiting : null;
}
