import type { Entry } from '../upload-queue.ts';

/**
 * The replays of each map that has several of them, which one video can show together. While some replays wait to be sent, those
 * that have been sent are left out; later they can be sent again.
 */
export function groupByMap(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const readable = entries.filter(({ summary }) => summary !== null);
  const waiting = readable.filter(({ state }) => state.is !== 'uploaded');
  const groups = new Map<string, Entry[]>();
  for (const entry of waiting.length > 0 ? waiting : readable) {
    const map = entry.summary?.beatmapMd5 ?? '';
    groups.set(map, [...(groups.get(map) ?? []), entry]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
