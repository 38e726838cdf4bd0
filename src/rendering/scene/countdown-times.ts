import { beatLengthAt } from '../../game/beatmap/index.ts';
import type { Mods } from '../../game/mods/index.ts';
import type { Play } from '../../game/play/index.ts';
import type { Millis } from '../../game/units.ts';

/** What is said before the first object, each with a picture and a sound. */
export type CountdownWord = 'ready' | 'count3' | 'count2' | 'count1' | 'go';

export interface Countdown {
  readonly words: readonly { readonly word: CountdownWord; readonly time: Millis }[];
  /** From word to word. */
  readonly beat: Millis;
}

/** Beats before the first object at which each is said. */
const beatsBefore: readonly (readonly [CountdownWord, number])[] = [
  ['ready', 6],
  ['count3', 4],
  ['count2', 3],
  ['count1', 2],
  ['go', 1],
];

/** The map's Countdown: 1 normal, 2 at half the speed, 3 at double. */
const beatsAWord: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 0.5 };

/** Null where the map wants none, there is no time for it, or the play is lazer's, which has none. */
export function countdownOf({ map }: Play, mods: Mods, starts: Millis): Countdown | null {
  const { countdown, countdownOffset } = map.beatmap.general;
  const beats = beatsAWord[countdown];
  const first = map.objects[0];
  if (beats === undefined || first === undefined || mods.rules === 'lazer') return null;
  const length = beatLengthAt(map.timing, first.startTime);
  const beat = length * beats;
  const end = first.startTime - Math.max(0, countdownOffset) * length;
  const words = beatsBefore.map(([word, before]) => ({ word, time: end - before * beat }));
  return beat > 0 && words[0]!.time >= starts ? { words, beat } : null;
}
