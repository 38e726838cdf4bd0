import type { Mods } from '../mods/index.ts';
import type { ScoredPlay } from './pp.ts';

/**
 * Slider hits that lazer counts besides accuracy. Without Classic, ends have their own count. With Classic's setting "no
 * slider head accuracy", heads count as large ticks and ends as small ticks.
 */
export interface SliderHits<Count> {
  readonly large: Count;
  readonly small: Count;
  readonly ends: Count;
}

/** Slider hits from lazer's statistics; stable replays have none. */
export function sliderHits(mods: Mods, statistics: Readonly<Record<string, number>>): SliderHits<number> {
  const classic = headsAreTicks(mods);
  return {
    large: statistics.large_tick_hit ?? 0,
    small: classic ? (statistics.small_tick_hit ?? 0) : 0,
    ends: classic ? 0 : (statistics.slider_tail_hit ?? 0),
  };
}

/** Slider hits after each judgement. */
export function sliderHitsOverTime(mods: Mods, judgements: ScoredPlay['judgements']): SliderHits<Uint32Array> {
  const classic = headsAreTicks(mods);
  const large = new Uint32Array(judgements.length);
  const ends = new Uint32Array(judgements.length);
  let largeCount = 0;
  let endCount = 0;
  for (const [i, { part, result }] of judgements.entries()) {
    if (result !== 'miss') {
      if (part === 'tick' || part === 'repeat' || (classic && part === 'head')) largeCount++;
      if (part === 'end') endCount++;
    }
    large[i] = largeCount;
    ends[i] = endCount;
  }
  const none = new Uint32Array(judgements.length);
  return { large, small: classic ? ends : none, ends: classic ? none : ends };
}

function headsAreTicks(mods: Mods): boolean {
  return mods.classic?.noSliderHeadAccuracy ?? false;
}
