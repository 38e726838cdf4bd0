import type { PlayableMap } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';

/** Whether a press reaches the objects; Alternate and Single Tap block some (rule LZ14). */
export type TapFilter = (button: number, time: Millis) => boolean;

export function createTapFilter(
  tapping: 'any' | 'alternate' | 'single',
  map: PlayableMap,
  mehWindow: Millis,
): TapFilter {
  if (tapping === 'any') return () => true;
  const pauses = pausesOf(map, mehWindow);
  let pause = 0;
  let lastButton = 0;
  return (button, time) => {
    let next = pauses[pause];
    while (next !== undefined && next.end <= time) next = pauses[++pause];
    if (next !== undefined && time >= next.start) {
      lastButton = 0;
      return true;
    }
    const passes = lastButton === 0 || (tapping === 'alternate' ? button !== lastButton : button === lastButton);
    if (passes) lastButton = button;
    return passes;
  };
}

/** Periods outside of play, in which any button may be used and the last button is forgotten. */
function pausesOf(map: PlayableMap, mehWindow: Millis): { readonly start: Millis; readonly end: Millis }[] {
  const first = map.objects[0];
  if (first === undefined) return [];
  const pauses = [{ start: Number.NEGATIVE_INFINITY, end: first.startTime - mehWindow }];
  let next = 0;
  for (const { start } of map.beatmap.breaks) {
    let after = map.objects[next];
    while (after !== undefined && after.startTime < start) after = map.objects[++next];
    if (after !== undefined) pauses.push({ start, end: after.startTime - mehWindow });
  }
  return pauses;
}
